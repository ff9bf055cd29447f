#!/usr/bin/env python3
"""Makes an operator, an account and a user of a NATS server: prints the lines of its configuration, and writes the user's
file of credentials.

usage: nats-credentials.py FILE
"""

import base64
import binascii
import json
import sys
import time

from nacl.signing import SigningKey

KINDS = {"operator": 14 << 3, "account": 0, "user": 20 << 3}
SEED = 18 << 3


def encoded(prefix, key):
    """The text of a key: what it is, the key and a checksum."""
    data = bytes(prefix) + key
    return base64.b32encode(data + binascii.crc_hqx(data, 0).to_bytes(2, "little")).decode().rstrip("=")


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Identity:
    def __init__(self, kind):
        self.kind = kind
        self.key = SigningKey.generate()
        self.name = encoded([KINDS[kind]], bytes(self.key.verify_key))

    @property
    def seed(self):
        kind = KINDS[self.kind]
        return encoded([SEED | kind >> 5, (kind & 31) << 3], bytes(self.key))

    def claims(self, subject, content):
        """A token of this identity about another."""
        head = {"typ": "JWT", "alg": "ed25519-nkey"}
        body = {
            "jti": subject.name,
            "iat": int(time.time()),
            "iss": self.name,
            "name": subject.kind,
            "sub": subject.name,
            "nats": {"type": subject.kind, "version": 2, **content},
        }
        text = ".".join(base64url(json.dumps(part).encode()) for part in (head, body))
        return f"{text}.{base64url(self.key.sign(text.encode()).signature)}"


operator, account, user = (Identity(kind) for kind in KINDS)
# JetStream needs one of the server's own.
system = Identity("account")
names = "subs data payload imports exports conn leaf mem_storage disk_storage streams consumer".split()
limits = {"wildcards": True, **{name: -1 for name in names}}
own = {"limits": {name: limits[name] for name in (*names[:7], "wildcards")}}
print(f'operator: "{operator.claims(operator, {})}"')
print(f"resolver: MEMORY\nsystem_account: {system.name}")
print(f'resolver_preload: {{ {system.name}: "{operator.claims(system, own)}"')
print(f'{account.name}: "{operator.claims(account, {"limits": limits})}" }}')
token = account.claims(user, {"subs": -1, "data": -1, "payload": -1})
with open(sys.argv[1], "w", encoding="utf-8") as file:
    for name, text in (("NATS USER JWT", token), ("USER NKEY SEED", user.seed)):
        file.write(f"-----BEGIN {name}-----\n{text}\n------END {name}------\n\n")
