"""Values that never change, made and changed at the price of a dict.

A frozen dataclass sets each of its fields through ``object.__setattr__``, and ``dataclasses.replace`` asks a class
for its fields and runs its constructor again each time; both together took half of the referee's time. A class that
is ``frozen`` here is such a dataclass, but its constructor writes into the dict that every plain object has, and
``replace`` copies that dict with all that is in it. So a class whose values are changed in this way keeps nothing
beside its fields, such as ``cached_property`` does.

>>> @frozen
... class Point:
...     x: int
...     y: int = 0
>>> replace(Point(3), y=4)
Point(x=3, y=4)
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace

    filled_in = replace
else:
    _new, _set = object.__new__, object.__setattr__

    def replace(value: Any, **changes: Any) -> Any:
        """The value with some fields changed; for frozen dataclasses without slots."""
        copy = _new(value.__class__)
        _set(copy, "__dict__", value.__dict__ | changes)
        return copy

    def filled_in(value: Any, **changes: Any) -> Any:
        """The value itself with some fields written: only for one that was just made and that nobody has seen yet."""
        value.__dict__.update(changes)
        return value


T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Makes a class a frozen dataclass with a quick constructor."""
    made: Any = dataclass(frozen=True, init=False)(cls)
    made.__init__ = _constructor(made)
    return cast(type[T], made)


def _constructor(cls: type) -> Any:
    """Written as ``dataclass`` writes its own, but for where the fields go."""
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters, body = ["self"], ["values = self.__dict__"]
    for item in fields(cls):
        name, given = item.name, item.name
        if item.default is not MISSING:
            names[f"default_{name}"] = item.default
            parameters.append(f"{name}=default_{name}")
        elif item.default_factory is not MISSING:
            names[f"new_{name}"] = item.default_factory
            parameters.append(f"{name}=MISSING")
            given = f"new_{name}() if {name} is MISSING else {name}"
        else:
            parameters.append(name)
        body.append(f"values[{name!r}] = {given}")
    text = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body)
    exec(text, names)  # noqa: S102 - the names are those of the class itself
    return names["__init__"]


__all__ = ["filled_in", "frozen", "replace"]
