#!/usr/bin/env python3
"""Checks that the agent's parts are used by their interfaces alone.

Each part of Sources/SchedulerAgent is a folder whose main file, Screen/Screen.swift, is its interface. A type that
another file of the folder declares is named nowhere outside the folder. At most 15 functions and properties of the
part's class are used outside of it.

  scripts/check-parts.py [--list]   --list prints what each part offers, and who uses it
"""

import pathlib
import re
import sys

AGENT = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "SchedulerAgent"
PARTS = (
    "Imports", "Round", "Answers", "Pushes", "Questions", "Requests", "Lists", "Screen", "Bubbles", "Schedule",
    "Responses", "Attachments", "Senders", "Focus", "Privacy", "Apps", "Journal", "Store",
)
MOST = 15

TYPE = re.compile(
    r"^(?:package |private |fileprivate )?(?:final |indirect )*(?:struct|class|enum|actor|protocol|typealias) (\w+)",
    re.M,
)
STRINGS = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def code(path):
    """The text of a file without comments and strings."""
    return STRINGS.sub("", path.read_text())


def main():
    texts = {path: code(path) for path in sorted(AGENT.rglob("*.swift"))}
    problems = []
    for part in PARTS:
        folder = AGENT / part
        main_file = folder / f"{part}.swift"
        inside = {path: text for path, text in texts.items() if folder in path.parents}
        outside = {path: text for path, text in texts.items() if path not in inside}
        for path, text in inside.items():
            if path == main_file:
                continue
            for name in TYPE.findall(text):
                word = re.compile(rf"\b{name}\b")
                for other, used in outside.items():
                    if word.search(used):
                        problems.append(
                            f"{other.relative_to(AGENT)}: {name} is declared in {path.relative_to(AGENT)},"
                            f" so only {part}/ may name it; the interface is {part}/{part}.swift"
                        )
        uses = members(part, inside, outside)
        if "--list" in sys.argv:
            print(f"{part}: {len(uses)}")
            for name, users in sorted(uses.items()):
                print(f"  {name:28} {', '.join(sorted(users))}")
        if part != "Store" and len(uses) > MOST:
            problems.append(f"{part}: {len(uses)} functions and properties are used outside, {MOST} are enough")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


MEMBER = re.compile(r"^    (?:@\w+ )*(?:package |nonisolated |mutating |static )*(?:func|var|let) (\w+)", re.M)


def members(part, inside, outside):
    """The members of the part's class that others use by the name of the part, such as screen.show, and who does."""
    own = set()
    for text in inside.values():
        for block in re.split(rf"^(?:final class|struct|extension) {part}\b[^\n]*\{{$", text, flags=re.M)[1:]:
            body = re.split(r"^\}", block, maxsplit=1, flags=re.M)[0]
            own |= set(MEMBER.findall(body))
    call = re.compile(rf"\b{part[0].lower()}{part[1:]}\.(\w+)")
    uses = {}
    for path, text in outside.items():
        for name in call.findall(text):
            if name in own:
                uses.setdefault(name, set()).add(path.stem)
    return uses


if __name__ == "__main__":
    sys.exit(main())
