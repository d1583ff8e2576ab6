"""Systems by name: each takes messages and a roster, never the gold mentions, and gives the same kind of output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ....people.roster import Roster
from .ablation import ABLATIONS, WHOLE, Ablation, run_ablation
from .baselines import class_list, entities, expressions, load_entities, with_entities
from .outputs import Names, Output, Watch, joined, unwatched
from .substitution import GROUP, Groups, substitute

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(frozen=True)
class Settings:
    """What some of the systems need besides messages and roster.

    model (Optional[Union[str, Path]]): The pipeline whose entities are used.
    allow (Sequence[str]): Names that stay, for our own tool.
    group (str): How baselines substitute: by 'thread', by 'session' or 'all' at once.
    """

    model: str | Path | None = None
    allow: Sequence[str] = ()
    group: str = GROUP

    @cached_property
    def nlp(self) -> Language:
        """RETURNS (Language): The pipeline, loaded when it is first asked for."""
        return load_entities(self.model)

    def allowing(self, names: Sequence[str]) -> Settings:
        """RETURNS (Settings): The same where further names stay; the pipeline is not loaded again."""
        other = replace(self, allow=tuple(dict.fromkeys((*self.allow, *names))))
        if "nlp" in self.__dict__:
            other.__dict__["nlp"] = self.nlp
        return other


Finder = Callable[[Sequence[Message], Roster, Settings, Watch], Names]


class System(NamedTuple):
    """A way to pseudonymise a corpus: what it is called in a table, and the function that does it."""

    title: str
    run: Callable[[Sequence[Message], Roster, Settings, Watch], Output]


def _class_list(
    messages: Sequence[Message],
    roster: Roster,
    settings: Settings,
    watch: Watch,
    *,
    shortest: int = 1,
    any_case: bool = False,
) -> Names:
    return class_list(messages, roster, shortest=shortest, any_case=any_case, watch=watch)


def _expressions(messages: Sequence[Message], roster: Roster, settings: Settings, watch: Watch) -> Names:
    return expressions(messages, roster, watch=watch)


def _entities(messages: Sequence[Message], roster: Roster, settings: Settings, watch: Watch) -> Names:
    return entities(messages, roster, settings.nlp, watch=watch)


def _substituted(
    finders: Sequence[Finder], messages: Sequence[Message], roster: Roster, settings: Settings, watch: Watch
) -> Output:
    names = joined(*(find(messages, roster, settings, watch) for find in finders))
    return Output(names, substitute(Groups(messages, roster).by(settings.group), names)[0])


def _with_entities(
    finders: Sequence[Finder], messages: Sequence[Message], roster: Roster, settings: Settings, watch: Watch
) -> Output:
    spans = _substituted(finders, messages, roster, settings, watch).spans
    return with_entities(messages, spans, settings.nlp, watch=watch)


def _ours(ablation: Ablation, messages: Sequence[Message], roster: Roster, settings: Settings, watch: Watch) -> Output:
    return run_ablation(ablation, messages, roster, allow=settings.allow, watch=watch)


def _baseline(title: str, *finders: Finder) -> System:
    return System(title, partial(_substituted, finders))


# Parts of names with fewer letters are words more often than names.
SHORTEST: Final = 3
_deny_list: Final = partial(_class_list, shortest=SHORTEST)

ENTITIES: Final = ("entities", "entities+class-list", "entities+deny-list")
SYSTEMS: Final[Mapping[str, System]] = {
    "class-list": _baseline("Class list", _class_list),
    "deny-list": _baseline("Deny list: parts of the class list from three letters on", _deny_list),
    "deny-list-any-case": _baseline("Deny list, upper or lower case", partial(_deny_list, any_case=True)),
    "regex": _baseline("Regular expressions", _expressions),
    "regex+class-list": _baseline("Regular expressions + class list", _expressions, _class_list),
    ENTITIES[0]: _baseline("Entities of a pipeline", _entities),
    ENTITIES[1]: _baseline("Entities of a pipeline + class list", _entities, _class_list),
    ENTITIES[2]: System("Entities of a pipeline + deny list", partial(_with_entities, (_deny_list,))),
    **{name: System(ablation.title, partial(_ours, ablation)) for name, ablation in ABLATIONS.items()},
}
# What is compared if nothing is said: what needs no further pipeline.
USUAL: Final = ("class-list", "deny-list", "deny-list-any-case", "regex", "regex+class-list", WHOLE)


def check_systems(names: Sequence[str], settings: Settings) -> None:
    """Make sure, before any work is done, that systems exist and have what they need.

    names (Sequence[str]): The systems.
    settings (Settings): What they need.
    """
    for name in names:
        if name not in SYSTEMS:
            raise PseudoError(Errors.P620.format(name=name, names=", ".join(SYSTEMS)))
        if name in ENTITIES:
            _ = settings.nlp


def run_system(
    name: str,
    messages: Sequence[Message],
    roster: Roster,
    settings: Settings | None = None,
    *,
    watch: Watch = unwatched,
) -> Output:
    """Pseudonymise a corpus.

    name (str): One of `SYSTEMS`.
    messages (Sequence[Message]): The messages, each with an id.
    roster (Roster): The participants; may be empty.
    settings (Optional[Settings]): What some of the systems need.
    watch (Watch): Shows how far it is.
    RETURNS (Output): The name map, and the replaced spans of every message.
    """
    settings = settings if settings is not None else Settings()
    check_systems([name], settings)
    return SYSTEMS[name].run(messages, roster, settings, watch)
