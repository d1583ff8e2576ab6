"""`spacy-pseudo network`: who speaks to whom, among pseudonyms."""

from __future__ import annotations

from . import options as o
from .export_command import ExportDirectory, ForceExport, ItsKey, ResultDirectory, note_export, show_export

ADVICE = (
    "A graph without names can still tell who somebody is: whoever knows the same people from another network, such as "
    "another forum or who is friends with whom, may find the same pattern of ties there. Share it only with people who "
    "may have the messages, and think twice before you publish it."
)


def network_cli(
    results: ResultDirectory,
    key: ItsKey,
    out: ExportDirectory,
    plain_cells: o.PlainCells = None,
    force: ForceExport = False,
    quiet: o.Quiet = False,
) -> int:
    """Write who speaks to whom: a directed graph among pseudonyms, for Gephi, NetworkX, igraph and the like.

    From an author to another person there may be an edge of each kind: 'greeting' (they are greeted), 'mention' (they
    are named elsewhere; signatures do not count) and 'reply' (their message is answered). Its weight is the number of
    messages, and 'mentions' how often the name stands there. Where it is not clear who is meant there is no edge;
    export.json counts them. People who did not consent, and people who take no part, are not in it.

    DIR holds network.graphml, and the same as tables: nodes.csv and edges.csv.

    A graph alone, without any name, can give people away: who is known from another network with the same people may
    be found again by the pattern of ties. Treat it like the messages.

    \b
    Example:
      spacy-pseudo network out --key key --out network
    """
    from ..errors import Errors, PseudoError
    from ..handover.exports import Export
    from ..handover.network import Network
    from ..handover.results import Results

    found = Results(results, key)
    if found.mode == "mask":
        raise PseudoError(Errors.P822)
    export = Export(out, "network", shareable=True, advice=ADVICE)
    export.check(results, key, force=force)
    network = Network(parents=found.parents)
    with export.open(force=force) as place:
        for edited in o.progress(found, what="network", total=found.total, quiet=quiet):
            network.add(edited)
        files = {"network.graphml": network.to_graphml()}
        files |= {f"{name}.csv": text for name, text in network.to_csv(plain=bool(plain_cells)).items()}
        for name, text in files.items():
            with export.file(place / name) as stream:
                stream.write(text)
        counts = {
            "messages": network.read,
            "messages without author": network.without_author,
            "people": len(list(network.nodes())),
            "edges": len(list(network.edges())),
            "unclear mentions": network.unclear,
        }
        export.sign(place, counts, {})
    note_export(export, results, counts, {})
    if not quiet:
        show_export(export, counts)
    return 0
