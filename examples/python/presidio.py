"""The same texts by Presidio and by Lethe: what is found, what becomes of it, how long it takes.

    python examples/python/presidio.py [SENTENCES]

Without presidio-analyzer and presidio-anonymizer (PyPI) only Lethe is run, and the script says so.
Presidio is run without a language model, by its patterns and checks alone: people, places and dates
need a model of spaCy, which no package index has. Whatever has a fixed form must be found by both,
and masked cards must be equal; a difference ends the script with 1.
"""

from __future__ import annotations

import logging
import random
import sys
import time
from collections import Counter

import lethe

logging.disable(
    logging.ERROR
)  # Presidio asks the network for a list of domains, and goes on without
try:
    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig

    HAS_PRESIDIO = True
except ImportError:
    HAS_PRESIDIO = False

#: What both call the same thing, and whether both must find all of it.
KINDS = {
    "email": ("EMAIL_ADDRESS", True),
    "credit-card": ("CREDIT_CARD", True),
    "iban": ("IBAN_CODE", True),
    "ip": ("IP_ADDRESS", True),
    "url": ("URL", False),
    "phone": ("PHONE_NUMBER", False),
    "national-id": ("US_SSN", False),
    "person": ("PERSON", False),
    "date": ("DATE_TIME", False),
}
FORMS = {
    "email": "Write to {}, please.",
    "credit-card": "The amount was charged to card {} last week.",
    "iban": "Please pay to the account {} within ten days.",
    "ip": "The request came from {} at night.",
    "url": "The form is at {} for a month.",
    "phone": "My phone number is {} in the evening.",
    "national-id": "Her social security number is {} as we know.",
    "person": "Yesterday {} came to the office.",
    "date": "The letter of {} was lost.",
}
Found = list[set[tuple[str, int, int]]]


def check_digit(digits: str) -> str:
    """The last digit of a card's number."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def made(kind: str, chance: random.Random) -> str:
    """Something of this kind that nobody has."""

    def digits(count: int) -> str:
        return "".join(chance.choice("0123456789") for _ in range(count))

    names = (
        chance.choice(["Anna", "Peter", "Maria", "John"]),
        chance.choice(["Smith", "Keller", "Brown"]),
    )
    if kind == "email":
        return f"{names[0]}.{names[1]}{digits(2)}@example.org".lower()
    if kind == "credit-card":
        start = "4" + digits(14)
        return start + check_digit(start)
    if kind == "iban":
        account = digits(18)
        return f"DE{98 - int(account + '131400') % 97:02}{account}"
    if kind == "ip":
        return ".".join(str(chance.randrange(1, 255)) for _ in range(4))
    if kind == "url":
        return f"https://www.example.org/{names[1].lower()}/{digits(3)}"
    if kind == "phone":
        return f"(212) 555-0{digits(3)}"
    if kind == "national-id":
        return "-".join(
            str(chance.randrange(*ends)) for ends in ((100, 600), (10, 99), (1000, 9999))
        )
    if kind == "person":
        return " ".join(names)
    month = chance.choice(["May", "June", "July"])
    return f"{chance.randrange(1, 28)} {month} {chance.randrange(1990, 2024)}"


def by_lethe(texts: list[str]) -> Found:
    """What Lethe finds."""
    return [
        {(span.category, span.start, span.end) for span in spans}
        for spans in lethe.find(texts, progress=False)
    ]


def by_presidio(texts: list[str], analyzer: AnalyzerEngine) -> Found:
    """What Presidio finds, by Lethe's names."""
    names = {theirs: own for own, (theirs, _) in KINDS.items()}
    return [
        {
            (names[one.entity_type], one.start, one.end)
            for one in analyzer.analyze(text, language="en")
            if one.entity_type in names
        }
        for text in texts
    ]


def analyzer_without_model() -> AnalyzerEngine:
    """Presidio's patterns over spaCy's tokens."""

    class Tokens(SpacyNlpEngine):  # type: ignore[misc,unused-ignore]
        """No model: words alone."""

        def __init__(self) -> None:
            super().__init__(models=[{"lang_code": "en", "model_name": "none"}])
            self.nlp = {"en": spacy.blank("en")}

        def load(self) -> None:
            """Nothing to load."""

    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    return AnalyzerEngine(nlp_engine=Tokens(), registry=registry, supported_languages=["en"])


def main() -> int:
    """All of it."""
    sentences = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    chance = random.Random(1)
    kinds = [list(KINDS)[place % len(KINDS)] for place in range(sentences)]
    values = [made(kind, chance) for kind in kinds]
    texts = [FORMS[kind].format(value) for kind, value in zip(kinds, values, strict=True)]
    truth = [
        (kind, text.index(value), text.index(value) + len(value))
        for kind, value, text in zip(kinds, values, texts, strict=True)
    ]
    wrong = []

    begun = time.perf_counter()
    found = {"Lethe": by_lethe(texts)}
    seconds = {"Lethe": time.perf_counter() - begun}
    if HAS_PRESIDIO:
        analyzer = analyzer_without_model()
        begun = time.perf_counter()
        found["Presidio"] = by_presidio(texts, analyzer)
        seconds["Presidio"] = time.perf_counter() - begun
    else:
        print("Presidio is not installed: only Lethe is run")

    print(f"{'found exactly, of those there are':<36}" + "".join(f"{name:>12}" for name in found))
    for kind, (_, both) in KINDS.items():
        there = [place for place, one in enumerate(kinds) if one == kind]
        right = {name: sum(truth[i] in spans[i] for i in there) for name, spans in found.items()}
        shown = "".join(f"{f'{right[name]} / {len(there)}':>12}" for name in found)
        print(f"{kind:<36}{shown}")
        if both and any(count < len(there) for count in right.values()):
            wrong.append(f"{kind}: {right}, of {len(there)}")
    beside = {
        name: sum(
            len([one for one in spans if one != truth[i]]) for i, spans in enumerate(all_spans)
        )
        for name, all_spans in found.items()
    }
    print(f"{'found beside':<36}" + "".join(f"{beside[name]:>12}" for name in found))
    print(f"{'seconds':<36}" + "".join(f"{seconds[name]:>12.2f}" for name in found))
    cut = Counter(kind for kind, _, _ in set().union(*found["Lethe"]) if kind not in KINDS)
    print("other categories of Lethe:", dict(cut))

    cards = [texts[place] for place, kind in enumerate(kinds) if kind == "credit-card"]
    ours = lethe.sanitize(cards, set={"credit-card": "mask:keep_last=4"}, progress=False).texts
    print("\n" + ours[0])
    if HAS_PRESIDIO:
        masking = OperatorConfig(
            "mask", {"masking_char": "*", "chars_to_mask": 12, "from_end": False}
        )
        engine = AnonymizerEngine()
        theirs = [
            engine.anonymize(
                text=text,
                analyzer_results=analyzer.analyze(text, language="en", entities=["CREDIT_CARD"]),
                operators={"CREDIT_CARD": masking},
            ).text
            for text in cards
        ]
        if theirs != ours:
            wrong.append(f"masked cards: {theirs[0]} and {ours[0]}")
    for one in wrong:
        print("NOT EQUAL", one)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
