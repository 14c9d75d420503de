"""A small document with all that writers find hard, shared by their tests."""

from fractions import Fraction

from matplotlib.axes import Axes

from ginwin.base.tables import Column, Table
from ginwin.document.model import (
    Check,
    Checks,
    Code,
    Data,
    Document,
    Figure,
    List,
    Section,
    Text,
)

ODD = r"<b>&amp; |pipe| _x_ *y* `z` #set $5 \n @ref [link](x) ~ = - + 1. 金 ♠♥♦♣"
"""Characters that mean something in one format or another; a font may lack one."""

RULES = ("Rules named =1+1", "Play bet: 1 x ante")

OUTCOMES = Table(
    "outcomes",
    "Outcomes & returns",
    (
        Column("event"),
        Column("pays", "exact", "antes"),
        Column("combinations", "integer", "deals"),
        Column("probability", "number", digits=9),
        Column("edge", "percent", "% of ante", digits=4),
    ),
    (
        ("9-5", Fraction(3, 2), 4_000_000_000_000_000, Fraction(4, 7), Fraction(1, 3)),
        ("=SUM(A1)", Fraction(-1), 3_000_000_000_000_000, Fraction(3, 7), Fraction(-1, 3)),
        ("total", None, 7_000_000_000_000_000, Fraction(1), Fraction(0)),
    ),
    RULES,
    "published (raise with 10-9-5-4 or better)",
    ("A note with 1 < 2 & 3 > 2.",),
    total=True,
)

LARGE = Table(
    "large",
    ODD,
    (Column("what|ever"), Column("integer", "integer"), Column("float", "number", digits=6)),
    (
        ("10♠ J♥ Q♦ K♣", 10_221_248_248_960_320, 0.1),
        ("007", 1_234_567_890_123_457, None),
        (ODD, None, -1e-9),
    ),
    (ODD,),
    keys=1,
)

WIDE = Table(
    "wide",
    "A table with many columns, and with many rows",
    (
        Column("a long name of a row"),
        *(Column(f"a column with a long name, number {n}", "number", "% of ante", digits=6)
          for n in range(1, 12)),
    ),
    tuple((f"row {row}", *(Fraction(row * n, 7) for n in range(1, 12))) for row in range(70)),
    RULES,
    "optimal",
)  # fmt: skip

LONG = Table(
    "counts",
    "Counts by value",
    (Column("value"), Column("hands", "integer")),
    tuple((f"K-{number}", number) for number in range(2_000)),
    RULES,
)

CHECKS = Checks(
    "checks",
    "Totals to check",
    (
        Check("hands", "C(52,7)", 133_784_560, "COMBIN(52,7)"),
        Check("deals", "sum", 7_000_000_000_000_000, "SUM({outcomes.combinations})"),
        Check("edge", "-sum", Fraction(-3, 7),
              "-SUMPRODUCT({outcomes.pays},{outcomes.probability})"),
        Check("of all", "total", 7_000_000_000_000_000, "{outcomes.combinations!total}"),
    ),
    RULES,
    "published",
)  # fmt: skip


def draw(axes: Axes) -> Axes:
    """Draw a line with a label."""
    axes.plot([0, 1, 2], [0, 1, 4])
    axes.set_xlabel("rounds")
    axes.set_ylabel("house edge (% of ante)")
    return axes


DOCUMENT = Document(
    "Gin and Win",
    f"Math report: {ODD}",
    (("Rules", ODD), ("Version", "0.1.0")),
    (
        Section(
            "summary",
            "Summary",
            (Text("The house edge is 4.31 %."), Text(ODD), OUTCOMES, List(("one", ODD))),
        ),
        Section(
            "plots",
            f"Plots {ODD}",
            (
                Figure("a-line", "A line", draw, f"It rises. {ODD}"),
                LARGE,
                WIDE,
                Data(LONG),
            ),
        ),
        Section("audit", "Method", (CHECKS, Code("ginwin report gli --strategy 'a b'\n"))),
    ),
)
