#!/usr/bin/env python3
"""Publishes a message on a NATS server of this machine as a script does, and waits until the stream has it.

usage: publish-nats.py PORT TOPIC TEXT [HEADER...]
"""

import json
import socket
import sys

port, topic, text, *headers = sys.argv[1:]
body = text.encode()
head = "".join(f"{line}\r\n" for line in ["NATS/1.0", *headers, ""]).encode()
with socket.create_connection(("127.0.0.1", int(port)), timeout=30) as connection:
    stream = connection.makefile("rb")
    stream.readline()

    def ask(subject, payload, head=b""):
        """Returns the answer to a request."""
        verb = f"HPUB {subject} _INBOX.x {len(head)} {len(head) + len(payload)}" if head else f"PUB {subject} _INBOX.x {len(payload)}"
        connection.sendall(verb.encode() + b"\r\n" + head + payload + b"\r\n")
        while line := stream.readline():
            words = line.split()
            if words[0] == b"PING":
                connection.sendall(b"PONG\r\n")
            elif words[0] in (b"MSG", b"HMSG"):
                answer = stream.read(int(words[-1]) + 2)
                return answer[int(words[-2]) if words[0] == b"HMSG" else 0 :]
            elif words[0] == b"-ERR":
                sys.exit(line.decode())
        sys.exit("the server has ended the connection")

    connection.sendall(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\nSUB _INBOX.x 1\r\n')
    # Before the first machine has connected, there is no stream yet.
    stream_of = {"name": "NOTIFY", "subjects": ["notify.*"], "storage": "file", "max_age": 7 * 86_400 * 10**9}
    if b"error" in ask("$JS.API.STREAM.INFO.NOTIFY", b""):
        ask("$JS.API.STREAM.CREATE.NOTIFY", json.dumps(stream_of).encode())
    answer = json.loads(ask(f"notify.{topic}", body, head))
    if "seq" not in answer:
        sys.exit(f"not stored: {answer}")
