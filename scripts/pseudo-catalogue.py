#!/usr/bin/env python3
"""Writes a catalogue in which each text is the English one, decorated and in brackets: pseudo-catalogue.py TEMPLATE

What a program shows without brackets is not marked for translation. The letters differ from Latin ones, so that a test
finds Latin words outside the brackets.
"""
import re
import sys

from catalogue import entries

LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒğħíĵķłɱñóƥɋřšŧúṽŵẋýžÁɃÇĐÉƑĞĦÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ",
)


def decorated(text):
    """Returns the text with other letters, but for what is filled in and for markup."""
    parts = re.split(r"(%\d\$s|<[^>]*>)", text)
    return "".join(part if i % 2 else part.translate(LETTERS) for i, part in enumerate(parts))


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


print('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n')
for fields, _ in entries(sys.argv[1]):
    if not fields["msgid"]:
        continue
    print(f"msgid {quoted(fields['msgid'])}")
    texts = [f"[!! {decorated(fields[name])} !!]" for name in ("msgid", "msgid_plural") if name in fields]
    if len(texts) > 1:
        print(f"msgid_plural {quoted(fields['msgid_plural'])}")
        print(f"msgstr[0] {quoted(texts[0])}\nmsgstr[1] {quoted(texts[1])}\n")
    else:
        print(f"msgstr {quoted(texts[0])}\n")
