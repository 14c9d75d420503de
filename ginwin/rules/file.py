"""Files of rules: tables of keys, settings of single keys, and faults as one-line errors.

A file is a tree of tables, each a frozen model of its keys. The dotted path of a key, such as
``pays.win.ante.0``, is its name everywhere. The description of a field says what is allowed in it;
it is the text of the error and of the JSON schema alike.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from ginwin.base.tomltext import read_setting, read_text, read_toml, read_value, write_toml
from ginwin.errors import MISSING, InputError

__all__ = ["Difference", "File", "Table", "first_fault"]

Difference = tuple[str, Any, Any]
"""The dotted path of a key, and its value in one file and in another."""


class Table(BaseModel):
    """A table of a file. The description of a field says what is allowed in it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, serialize_by_alias=True)

    @classmethod
    def names(cls) -> dict[str, str]:
        """Return the keys of the table and the names of their fields, in order."""
        return {field.alias or name: name for name, field in cls.model_fields.items()}

    @classmethod
    def table_at(cls, key: str) -> "type[Table] | None":
        """Return the model of the table within this one at a key; None: the key holds no table."""
        kind = cls.model_fields[cls.names()[key]].annotation
        return kind if isinstance(kind, type) and issubclass(kind, Table) else None

    @classmethod
    def allowed_at(cls, key: str) -> str:
        """Say what is allowed at a key."""
        inner = cls.table_at(key)
        if inner is not None:
            return f"a table with the keys {', '.join(inner.names())}"
        return str(cls.model_fields[cls.names()[key]].description)

    @classmethod
    def no_such_key(cls, key: str) -> str:
        """Say which keys are allowed in place of an unknown one."""
        names = cls.names()
        nearest = "".join(f"; nearest: {near}" for near in get_close_matches(key, names, n=1))
        return f"only the keys {', '.join(names)}{nearest}"

    def difference(self, other: Self) -> list[Difference]:
        """Return the keys that differ.

        Parameters
        ----------
        other : Table
            Another table of the same kind.

        Returns
        -------
        list of (str, object, object)
            The dotted path of the key, its value here and its value there, as a file holds them,
            in the order of the file.
        """
        return list(self._differences(other))

    def _differences(self, other: Self) -> Iterator[Difference]:
        for key, name in self.names().items():
            here, there = getattr(self, name), getattr(other, name)
            if isinstance(here, Table):
                for path, *values in here.difference(there):
                    yield f"{key}.{path}", *values
            elif here != there:
                yield key, self.held(key), other.held(key)

    def held(self, path: str) -> Any:
        """Return what a file holds at the dotted path of a key that the table has."""
        key, _, rest = path.partition(".")
        name = self.names()[key]
        if rest:
            return getattr(self, name).held(rest)
        return self.model_dump(mode="json", include={name})[key]


class File(Table):
    """The outermost table.

    Raises
    ------
    InputError
        If a value is missing, unknown or not allowed; its `field` is the dotted path of the key.
    """

    def __init__(self, /, **tables: Any) -> None:
        try:
            super().__init__(**tables)
        except ValidationError as error:
            raise first_fault(error, type(self)) from None

    @classmethod
    def from_toml(cls, text: str, where: str = "") -> Self:
        """Read the text of a file.

        Parameters
        ----------
        text : str
            The TOML text; a byte order mark at its start is skipped.
        where : str
            Named before the field in an error, such as the path of the file.

        Raises
        ------
        InputError
            If the text is not TOML or not such a file.
        """
        prefix = f"{where}: " if where else ""
        try:
            return cls(**read_toml(text.removeprefix("\ufeff")))
        except InputError as error:
            raise InputError(prefix + error.field, error.value, error.allowed) from None

    def to_dict(self) -> dict[str, Any]:
        """Return the tables of the file, for TOML or JSON; the constructor reads them.

        Whole numbers are int, all others text such as ``"3/2"``.
        """
        return self.model_dump(mode="json", exclude_none=True)

    def to_toml(self) -> str:
        """Return the text of a file that reads as equal tables."""
        return write_toml(self.to_dict())

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return the file with some keys set.

        Parameters
        ----------
        settings : iterable of str
            ``KEY=VALUE`` each: the dotted path of a key, and a number, ``true``, ``false``, a
            list, a table or a quoted string as TOML writes it, or else plain text, such as
            ``dealer.qualifies=J-10-9-8`` or ``raise.play=[1, 2]``. A later one wins.

        Raises
        ------
        InputError
            If a setting is not of this form, has an unknown key or a value that is not allowed.
        """
        tables = self.model_dump(mode="json", exclude_none=True)
        for setting in settings:
            self._set(tables, *read_setting(setting))
        return type(self)(**tables)

    def _set(self, tables: dict[str, Any], path: str, text: str) -> None:
        """Set a key."""
        field = path if path.isprintable() else ascii(path)
        kind: type[Table] = type(self)
        *outer, last = path.split(".")
        for depth, key in enumerate(outer, start=1):
            if key not in kind.names():
                raise InputError(field, text, kind.no_such_key(key))
            inner, table = kind.table_at(key), tables.setdefault(key, {})
            table_path = ".".join(outer[:depth])
            if inner is None:
                allowed = f"no keys in {table_path}, which is {kind.allowed_at(key)}"
                raise InputError(field, text, allowed)
            if not isinstance(table, dict):  # an earlier setting
                raise InputError(table_path, table, kind.allowed_at(key))
            kind, tables = inner, table
        if last not in kind.names():
            raise InputError(field, text, kind.no_such_key(last))
        is_text = kind.model_fields[kind.names()[last]].annotation is str
        tables[last] = read_text(text) if is_text else read_value(text, field)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON schema (draft 2020-12) of the file.

        The description of a key is what is allowed in it.
        """
        schema = cls.model_json_schema(schema_generator=_Schema)
        for table in (schema, *schema["$defs"].values()):
            table["description"] = table["description"].partition("\n")[0]
        return {"$schema": _Schema.schema_dialect, **schema}


class _Schema(GenerateJsonSchema):
    """A schema without titles that repeat the keys, and without null, which TOML does not have."""

    def field_title_should_be_set(self, _: Any) -> bool:
        return False

    def nullable_schema(self, schema: Any) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> dict[str, Any]:
        found = super().default_schema(schema)
        return {key: value for key, value in found.items() if (key, value) != ("default", None)}

    def encode_default(self, dft: Any) -> Any:
        if isinstance(dft, Table):
            return dft.model_dump(mode="json", exclude_none=True)
        return super().encode_default(dft)


def first_fault(error: ValidationError, table: type[Table]) -> InputError:
    """Return the first fault that pydantic found: unknown keys first, then the order of the tables.

    Parameters
    ----------
    error : ValidationError
        What pydantic raised.
    table : type of Table
        The outermost table.
    """
    faults = error.errors(include_url=False, include_context=False)
    unknown = [fault for fault in faults if fault["type"] == "extra_forbidden"]
    fault = min(unknown, key=lambda fault: fault["loc"]) if unknown else faults[0]
    value = MISSING if fault["type"] == "missing" else fault["input"]
    path, allowed = [], ""
    for key in map(str, fault["loc"]):
        path.append(key if re.fullmatch(r"[\w-]+", key) else ascii(key))
        known = key in table.names()
        allowed = table.allowed_at(key) if known else table.no_such_key(key)
        inner = table.table_at(key) if known else None
        if inner is None:
            break
        table = inner
    return InputError(".".join(path), value, allowed)
