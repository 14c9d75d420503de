"""A document as data: CSV and JSON give back the same numbers."""

import io
import json
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest
from sample_document import DOCUMENT, LONG, OUTCOMES

from ginwin.base.tables import Table
from ginwin.document.data import csv_files, json_bytes


@pytest.mark.parametrize("table", DOCUMENT.tables, ids=lambda table: table.name)
def test_pandas_reads_the_same_numbers(table: Table) -> None:
    content = csv_files(DOCUMENT)[f"{table.name}.csv"]
    text = [label for label, c in zip(table.labels, table.columns, strict=True) if c.kind == "text"]
    frame = pd.read_csv(
        io.BytesIO(content), dtype=dict.fromkeys(text, str), keep_default_na=False, na_values=[""]
    )
    assert list(frame.columns) == list(table.labels)
    for number, row in enumerate(table.rows):
        for label, column, cell in zip(table.labels, table.columns, row, strict=True):
            shown: Any = frame.loc[number, label]
            expected = column.plain(cell)
            assert pd.isna(shown) if expected is None else shown == expected


def test_json_is_exact() -> None:
    data = json.loads(json_bytes(DOCUMENT))
    assert [section["name"] for section in data["sections"]] == ["summary", "plots", "audit"]
    tables = {
        block["name"]: block
        for section in data["sections"]
        for block in section["blocks"]
        if block["kind"] == "table"
    }
    assert list(tables) == [table.name for table in DOCUMENT.tables]
    outcomes = tables["outcomes"]
    assert [row["combinations"] for row in outcomes["rows"]] == [4 * 10**15, 3 * 10**15]
    assert outcomes["total"]["combinations"] == 7 * 10**15
    first = outcomes["rows"][0]
    assert first["pays"] == "3/2"
    share = first["probability"]
    assert Fraction(share["numerator"], share["denominator"]) == OUTCOMES.rows[0][3]
    assert tables["large"]["rows"][0]["integer"] == 10_221_248_248_960_320
    assert len(tables["counts"]["rows"]) == len(LONG.rows)


def test_the_same_bytes() -> None:
    assert json_bytes(DOCUMENT) == json_bytes(DOCUMENT)
    assert json_bytes(DOCUMENT).endswith(b"}\n")
    assert csv_files(DOCUMENT) == csv_files(DOCUMENT)
