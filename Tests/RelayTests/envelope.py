#!/usr/bin/env python3
"""Reads and writes envelopes of the relay with PyNaCl, which has its own reading of the format.

    envelope.py read TOPIC NUMBER KEY VERIFYKEY < texts
        prints of each: sender, number, sent, message, part, parts, body; or "invalid"
    envelope.py write TOPIC NUMBER KEY SIGNSEED SENDER SEED COUNT
        prints lines: number, sent, message, part, parts, body, text

Bytes are in base64url without padding. COUNT bodies have all sizes up to 3,000 bytes.
"""

import base64
import os
import random
import struct
import sys

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt,
)
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

DOMAIN = b"notify-schedule relay envelope 1\0"


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(topic, number, metadata, body):
    return DOMAIN + topic.encode() + struct.pack(">I", number) + metadata + body


def read(text, topic, number, key, verify_key):
    data = decoded(text)
    header, sealed = data[:29], data[29:]
    if header[:5] != struct.pack(">BI", 1, number):
        raise CryptoError
    padded = decrypt(sealed, header, header[5:], key)
    if len(padded) % 256:
        raise CryptoError
    plain = padded[: padded.rindex(b"\x80")]
    if padded[len(plain) + 1 :].strip(b"\0"):
        raise CryptoError
    metadata, signature, body = plain[:42], plain[42:106], plain[106:]
    VerifyKey(verify_key).verify(signed(topic, number, metadata, body), signature)
    sender, count, sent, message, part, parts = struct.unpack(">16sQqQBB", metadata)
    return " ".join([sender.hex(), *map(str, (count, sent, message, part, parts)), encoded(body)])


def write(topic, number, key, seed, sender, chance, size):
    values = (
        chance.randint(1, 2**62),
        chance.randint(-(2**62), 2**62),
        chance.randint(0, 2**62),
        *((2, 3) if chance.random() < 0.5 else (0, 1)),
    )
    metadata = struct.pack(">16sQqQBB", sender, *values)
    body = bytes(chance.getrandbits(8) for _ in range(size))
    signature = SigningKey(seed).sign(signed(topic, number, metadata, body)).signature
    plain = metadata + signature + body + b"\x80"
    plain += b"\0" * (-len(plain) % 256)
    header = struct.pack(">BI", 1, number) + os.urandom(24)
    text = encoded(header + encrypt(plain, header, header[5:], key))
    return " ".join([*map(str, values), encoded(body), text])


def main():
    mode, topic, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
    key, other = decoded(sys.argv[4]), decoded(sys.argv[5])
    if mode == "read":
        for line in sys.stdin:
            try:
                print(read(line.strip(), topic, number, key, other))
            except (CryptoError, BadSignatureError, ValueError, struct.error):
                print("invalid")
        return
    chance = random.Random(int(sys.argv[7]))
    for index in range(int(sys.argv[8])):
        # Around the sizes at which the padding has another block.
        size = index if index < 320 else chance.randint(0, 3000)
        print(write(topic, number, key, other, decoded(sys.argv[6]), chance, size))


main()
