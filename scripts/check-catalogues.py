#!/usr/bin/env python3
"""Compares translations with the texts: check-catalogues.py TEMPLATE CATALOGUE…, which are without the ending .po

Nothing is missing or fuzzy, each has the places of its arguments, and a button is at most twice as long as the English
one.
"""
import collections
import re
import sys

from catalogue import entries

# A word of four letters may need this many.
SHORTEST_LIMIT = 14


def places(text):
    return collections.Counter(re.findall(r"%\d\$s", text))


def problems(fields, comments, template):
    """Yields what is wrong in a translation."""
    one, many = fields["msgid"], fields.get("msgid_plural", fields["msgid"])
    if one not in template:
        yield "is no text of the template"
        return
    if any(re.match(r"#,.*\bfuzzy\b", line) for line in comments):
        yield "is fuzzy"
    allowed = [places(one), places(many)]
    # A form for one, two or none may say the number in words.
    if "msgid_plural" in fields:
        allowed.append(places(many.replace("%1$s", "")))
    for name, text in fields.items():
        if not name.startswith("msgstr"):
            continue
        if not text:
            yield "has no translation" if name == "msgstr" else f"has no translation in the form {name}"
        elif places(text) not in allowed:
            yield f"has other places of arguments in {text!r}"
        elif any("on a button" in line for line in template[one]):
            if len(text) > max(2 * len(one), SHORTEST_LIMIT):
                yield f"is more than twice as long on a button, {text!r}"


template = {fields["msgid"]: comments for fields, comments in entries(sys.argv[1]) if fields["msgid"]}
status = 0
for catalogue in sys.argv[2:]:
    found = {}
    for fields, comments in entries(f"{catalogue}.po"):
        if fields["msgid"]:
            found[fields["msgid"]] = list(problems(fields, comments, template))
    found.update({text: ["is missing"] for text in template if text not in found})
    for text, faults in found.items():
        for fault in faults:
            print(f"{catalogue}.po: {text!r} {fault}", file=sys.stderr)
            status = 1
sys.exit(status)
