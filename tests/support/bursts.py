"""Bursts of random lines for both protocols, without Hypothesis, which takes longer to invent a line than an engine to
answer it. The lines are those of `sessions`; answers are checked after each burst."""

from __future__ import annotations

import random
from abc import abstractmethod

from oddfish.engine.game import Game
from support import sessions
from support.grammar import (
    CECP_BASES,
    CECP_NUMBERED,
    CECP_WORDS,
    ODD_MOVES,
    ODD_NUMBERS,
    ODD_TEXTS,
    SETTINGS,
    UCI_BAD_GO,
    UCI_LIMITS,
    UCI_POSITIONS,
    UCI_WORDS,
    VARIANTS,
    corpus,
    games,
    options_of,
    spoiled,
)
from support.sessions import DONE, CecpConversation, Conversation, UciConversation

#: Lines sent at once, before the answers are checked.
BURST = 400


def square(rng: random.Random) -> str:
    return f"{rng.choice('abcdefghijklmnop')}{rng.randrange(10)}"


def move(rng: random.Random) -> str:
    first, second = square(rng), square(rng)
    kind = rng.randrange(4)
    if kind == 0:
        return f"{first}{second}{rng.choice(('', 'q', 'n', 'h', '=qb'))}"
    if kind == 1:
        return f"{first}{second},{second}{square(rng)}"
    return f"{rng.choice('PNBRQqL')}@{first}" if kind == 2 else rng.choice(ODD_MOVES)


def number(rng: random.Random) -> str:
    return rng.choice(ODD_NUMBERS) if rng.random() < 0.5 else str(rng.randint(-(2**70), 2**70))


def garbage(rng: random.Random) -> str:
    if rng.random() < 0.3:
        return rng.choice(ODD_TEXTS)
    highest = rng.choice((0x7F, 0xFF, 0xD7FF, 0x10FFFF))
    return "".join(chr(rng.randrange(highest)) for _ in range(rng.randrange(13)))


def fen(rng: random.Random, variant: str) -> str:
    return spoiled(rng, rng.choice(corpus(variant)))


def setting(rng: random.Random, variant: str) -> tuple[str, str]:
    """An option of the variant or of the engine, and a value."""
    rules = options_of(variant)
    if rules and rng.random() < 0.5:
        name, values = rng.choice(rules)
        return name, rng.choice(list(values)) if rng.random() < 0.5 else garbage(rng)
    name = rng.choice(tuple(SETTINGS))
    return name, rng.choice(SETTINGS[name]) if SETTINGS[name] else number(rng)


class Bursts:
    """One engine, which gets bursts of lines.

    Args:
        conversation: the class that starts engines, sends lines and reports what is wrong.
    """

    def __init__(self, conversation: type[Conversation], rng: random.Random):
        self.talk, self.rng = conversation(), rng

    def run(self, bursts: int) -> None:
        """Each burst begins in a random variant with default options."""
        for _ in range(bursts):
            self.begin(self.rng.choice(VARIANTS))
            self.talk.say(*(self.line(self.talk.variant) for _ in range(BURST)))
            self.end()

    @abstractmethod
    def begin(self, variant: str) -> None: ...

    @abstractmethod
    def line(self, variant: str) -> str: ...

    @abstractmethod
    def end(self) -> None:
        """Read all answers, then check that the engine still plays a legal move."""


class CecpBursts(Bursts):
    talk: CecpConversation

    def begin(self, variant: str) -> None:
        self.talk.begin(variant, self.rng.random() < 0.5)

    def line(self, variant: str) -> str:
        rng = self.rng
        kind = rng.randrange(12)
        if kind == 0:
            return f"setboard {fen(rng, variant)}"
        if kind < 3:
            texts = rng.choice(games(variant)).texts()
            return f"usermove {rng.choice(texts) if texts else 'e2e4'}"
        if kind == 3:
            return rng.choice((move(rng), f"usermove {move(rng)}"))
        if kind == 4:
            return f"{rng.choice(('lift', 'put', 'hover'))} {square(rng)}"
        if kind == 5:
            return self.numbered()
        if kind == 6:
            return "option {}={}".format(*setting(rng, variant))
        if kind == 7:
            return garbage(rng)
        if kind == 8 and rng.random() < 0.2:
            return f"variant {spoiled(rng, rng.choice(VARIANTS), 'abxyz-', 1)}"
        rest = rng.choice((str, str, number, garbage, square, move))
        word = rng.choice(CECP_WORDS)
        DONE["searches"] += word in ("analyze", "go")
        return word if rest is str else f"{word} {rest(rng)}"

    def numbered(self) -> str:
        rng = self.rng
        command = rng.choice((*CECP_NUMBERED, "level", "time", "otim"))
        if command in CECP_NUMBERED:
            return f"{command} {rng.choice(CECP_NUMBERED[command])}"
        if command == "level":
            return f"level {number(rng)} {rng.choice(CECP_BASES)} {number(rng)}"
        return f"{command} {number(rng)}"

    def end(self) -> None:
        variant = self.talk.variant
        self.talk.settle()
        self.talk.begin(variant, False)
        self.talk.say(f"setboard {self.rng.choice(corpus(variant))}")
        self.talk.think()


class UciBursts(Bursts):
    talk: UciConversation

    def begin(self, variant: str) -> None:
        if not hasattr(self.talk, "owed"):
            self.talk.begin(variant)
        else:
            self.talk.another_variant(variant)
        self.talk.odd = True  # from now on, `bestmove` is only counted

    def line(self, variant: str) -> str:
        rng = self.rng
        kind = rng.randrange(12)
        if kind == 0:
            return f"position fen {fen(rng, variant)}{rng.choice(('', ' moves', ' moves e2e4', ' moves 0000 x'))}"
        if kind < 3:
            game = rng.choice(games(variant))
            texts = game.texts()[: rng.randint(0, len(game.moves))]
            if texts and rng.random() < 0.3:
                texts[rng.randrange(len(texts))] = rng.choice((move, garbage))(rng)
            return f"position fen {game.positions[0].fen()} moves {' '.join(texts)}"
        if kind == 3:
            return f"position {rng.choice(UCI_POSITIONS)}"
        if kind == 4 and rng.random() < 0.4:  # searches take most of the time
            self.talk.owed.append(None)
            DONE["searches"] += 1
            return f"go {rng.choice(UCI_LIMITS)}"
        if kind in (4, 5):
            return f"go {rng.choice(UCI_BAD_GO)}"
        if kind == 6:
            return "setoption name {} value {}".format(*setting(rng, variant))
        if kind == 7:
            text = garbage(rng)
            return "" if "go" in text.split() else text
        if kind < 10:
            return rng.choice(("stop", "isready", "d", "eval"))
        word = rng.choice(UCI_WORDS)
        return word if word in ("uci", "ucinewgame") else f"{word} {garbage(rng)}"

    def end(self) -> None:
        variant = self.talk.variant
        self.talk.teardown()
        self.talk.another_variant(variant)
        at = self.rng.choice(corpus(variant))
        self.talk.owed.append(set(Game(variant, fen=at).legal()))
        self.talk.say(f"position fen {at}", "go depth 1")
        DONE["searches"] += 1
        self.talk.teardown()


def run(protocol: str, number: int, bursts: int) -> None:
    """One slice of the fuzzer."""
    conversation = sessions.CecpConversation if protocol == "CECP" else sessions.UciConversation
    kind = CecpBursts if protocol == "CECP" else UciBursts
    try:
        kind(conversation, random.Random(number)).run(bursts)
    finally:
        conversation.retire()
