#!/usr/bin/env python3
"""Encrypts messages as the server of an app does (RFC 8291), with Python's cryptography alone, or with http-ece, by which
pywebpush encrypts, where the environment has SENDER=http-ece.

    sender.py one P256DH AUTH < plaintext          prints the message
    sender.py many P256DH AUTH SEED COUNT          prints lines: plaintext, a blank, message

All that is printed is base64url without padding. COUNT messages have all sizes, random bytes and random padding; http-ece
does not pad, and has no message for no bytes.
"""

import base64
import os
import random
import struct
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LONGEST = 4096 - 86 - 17
HAS_HTTP_ECE = os.environ.get("SENDER") == "http-ece"
if HAS_HTTP_ECE:
    import http_ece


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def derived(salt, secret, information, length):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=information).derive(secret)


def encrypted(plaintext, receiver, auth, padding=0, record_size=4096):
    sender = ec.generate_private_key(ec.SECP256R1())
    if HAS_HTTP_ECE:
        return http_ece.encrypt(plaintext, private_key=sender, dh=receiver, auth_secret=auth, rs=record_size)
    form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    own = sender.public_key().public_bytes(*form)
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver)
    shared = sender.exchange(ec.ECDH(), other)
    secret = derived(auth, shared, b"WebPush: info\0" + receiver + own, 32)
    salt = os.urandom(16)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(key).encrypt(nonce, plaintext + b"\2" + b"\0" * padding, None)
    return salt + struct.pack(">IB", record_size, len(own)) + own + record


def main():
    mode, receiver, auth = sys.argv[1], decoded(sys.argv[2]), decoded(sys.argv[3])
    if mode == "one":
        print(encoded(encrypted(sys.stdin.buffer.read(), receiver, auth)))
        return
    chance = random.Random(int(sys.argv[4]))
    for number in range(int(sys.argv[5])):
        # The smallest and the largest are always among them.
        size = (0, 1, LONGEST)[number] if number < 3 else chance.randint(0, LONGEST)
        size = max(size, int(HAS_HTTP_ECE))
        plaintext = bytes(chance.getrandbits(8) for _ in range(size))
        padding = chance.randint(0, LONGEST - size) if chance.random() < 0.5 else 0
        record_size = chance.choice((4096, size + padding + 17, 2**31 - 1 if HAS_HTTP_ECE else 2**32 - 1))
        message = encrypted(plaintext, receiver, auth, padding, max(record_size, 18))
        print(encoded(plaintext), encoded(message))


main()
