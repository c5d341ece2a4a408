"""The base class of the models, and pages of lists."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, PrivateAttr
from pydantic.alias_generators import to_camel

from .errors import ResponseFacts

T = TypeVar("T")

absent: Any = None
"""The default value of a field that each response has. Only a service that is older than this package does not return it."""


class Model(BaseModel):
    """A resource of the API. Fields that this version of the package does not know are in ``model_extra``."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="allow", defer_build=True)

    _last_response: ResponseFacts | None = PrivateAttr(None)

    @property
    def last_response(self) -> ResponseFacts | None:
        """The facts about the response from which this was read; None for a part of another resource."""
        return self._last_response


class Page(Model, Generic[T]):
    """A page of a list."""

    data: list[T]
    has_more: bool
    """Whether there is a next page."""
    next_cursor: str | None
    """The value of ``cursor`` for the next page; None on the last page."""


def with_response(data: Any, facts: ResponseFacts) -> Any:
    """Stores the facts about a response in the resource that was read from it."""
    if isinstance(data, Model):
        data._last_response = facts
    return data
