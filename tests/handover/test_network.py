"""Who speaks to whom: counts, and files that others read."""

from __future__ import annotations

import csv
import io

import networkx
import pytest

from spacy_pseudo.handover.network import Edge, Network, Node

from .made import edited


@pytest.fixture
def network() -> Network:
    """RETURNS (Network): Of four messages of three people; a fourth is named only."""
    network = Network()
    bob, mary = "<<Bob;[U07];U07;part;{}>>", "<<Mary;[U12];U12;part;{}>>"
    first = f"Hi {bob}, {bob}! ".replace("{}", "greeting") + f"<<Ann;[U03];U03;part;body>> and {bob} ".format("body")
    unclear = "<<Sam;[U01|U04];U01|U04;part;body>>, <<him;[U?];;unlinked;body>>, <<Zoe;[X1];X1;OTHER>>"
    for message in (
        edited(first + mary.format("signature"), id="1", author="U12"),
        edited(f"Hi {mary}, ".format("greeting") + f"I, {bob}, ".format("body") + bob.format("signature"), id="2",
               author="U07", parent_author="U12"),
        edited(f"Hi {bob} of ".format("greeting") + unclear + " <<b@u.example;[EMAIL:U09];U09;EMAIL>>", id="3",
               author="U12", parent_author="U07"),
        edited(bob.format("greeting"), id="4", author=None, parent_author="U12"),
        edited("me again", id="5", author="U12", parent_author="U12"),
    ):  # fmt: skip
        network.add(message)
    return network


def test_nodes_and_edges(network: Network) -> None:
    assert list(network.nodes()) == [Node("U03", 0), Node("U07", 1), Node("U12", 3)]
    assert list(network.edges()) == [
        Edge("U07", "U12", "greeting", 1, 1),
        Edge("U07", "U12", "reply", 1, 0),
        Edge("U12", "U03", "mention", 1, 1),
        Edge("U12", "U07", "greeting", 2, 3),
        Edge("U12", "U07", "mention", 1, 1),
        Edge("U12", "U07", "reply", 1, 0),
    ]
    assert (network.read, network.without_author, network.unclear) == (5, 1, 2)


def test_networkx_reads_the_same(network: Network) -> None:
    graph = networkx.read_graphml(io.BytesIO(network.to_graphml().encode("utf-8")))
    assert isinstance(graph, networkx.MultiDiGraph)
    assert dict(graph.nodes(data="messages")) == {"U03": 0, "U07": 1, "U12": 3}
    read = {(u, v, data["kind"]): (data["weight"], data["mentions"]) for u, v, data in graph.edges(data=True)}
    assert read == {(e.source, e.target, e.kind): (e.weight, e.mentions) for e in network.edges()}
    assert {type(number) for numbers in read.values() for number in numbers} == {int}


def test_tables(network: Network) -> None:
    tables = {name: list(csv.DictReader(io.StringIO(text))) for name, text in network.to_csv().items()}
    assert tables["nodes"][1] == {"pseudonym": "U07", "messages": "1"}
    assert tables["edges"][3] == {
        "source": "U12", "target": "U07", "kind": "greeting", "weight": "2", "mentions": "3",
    }  # fmt: skip


def test_names_with_signs_that_xml_minds() -> None:
    network = Network()
    network.add(edited('Hi <<Bob;x;<a> & "b";part;greeting>>', id="1", author="c'd"))
    graph = networkx.read_graphml(io.BytesIO(network.to_graphml().encode("utf-8")), force_multigraph=True)
    assert [(u, v) for u, v, _ in graph.edges] == [("c'd", '<a> & "b"')]
    assert networkx.read_graphml(io.BytesIO(Network().to_graphml().encode("utf-8"))).number_of_nodes() == 0


def test_who_is_merely_written_to_is_not_answered() -> None:
    network = Network(parents=True)
    network.add(edited("hello", id="1", author="U12", parent_author="U07"))
    network.add(edited("hello", id="2", author="U07", parent="1", parent_author="U12"))
    assert list(network.edges()) == [Edge("U07", "U12", "reply", 1, 0)]
