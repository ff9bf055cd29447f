#!/usr/bin/env python3
"""Plays an ntfy server: publishing, polling, streams, tokens and a cache on the disk.

usage: played-ntfy.py FOLDER [--port N] [--token TOKEN] [--keep-alive SECONDS] [--limit BYTES]
                      [--certificate FILE --key FILE]

The cache and the traffic (bodies that came in and went out) are files in FOLDER. Prints the port. Lines of standard
input are faults:
  status N CODE [RETRY-AFTER]   the next N requests are answered with a status; those with 200 as usual
  drop                          ends all streams
  mute                          nothing more is sent to streams, which stay open
  clear                         forgets the cache
  twice                         each message is sent twice from now on
  race                          the next message comes when a stream begins, and is not sent to it
  reverse                       what is kept is sent latest first from now on
Each is answered by a line: done.
"""

import argparse
import json
import os
import queue
import random
import ssl
import string
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Handler)
        self.options = options
        self.lock = threading.Lock()
        self.messages = []
        self.streams = []
        self.faults = []
        self.muted = self.twice = self.reversed = self.races = False
        self.path = os.path.join(options.folder, "cache")
        if os.path.exists(self.path):
            for line in open(self.path, encoding="utf-8"):
                if line.endswith("\n"):
                    self.messages.append(json.loads(line))
        self.cache = open(self.path, "a", encoding="utf-8")
        self.traffic = open(os.path.join(options.folder, "traffic"), "ab", buffering=0)

    def handle_error(self, request, client_address):
        pass

    def add(self, fields, streams=True):
        letters = string.ascii_letters + string.digits
        message = {
            "id": "".join(random.choices(letters, k=12)),
            "time": int(time.time()),
            "expires": int(time.time()) + 43200,
            "event": "message",
        }
        message.update(fields)
        with self.lock:
            self.cache.write(json.dumps(message) + "\n")
            self.cache.flush()
            os.fsync(self.cache.fileno())
            self.messages.append(message)
            for topics, lines in self.streams if streams else []:
                if message["topic"] in topics:
                    for _ in range(2 if self.twice else 1):
                        lines.put(message)
        return message

    def kept(self, topics, since):
        found = [m for m in self.messages if m["topic"] in topics]
        if since == "none":
            return []
        if since != "all":
            ids = [m["id"] for m in self.messages]
            if since in ids:
                index = ids.index(since)
                found = [m for m in self.messages[index + 1 :] if m["topic"] in topics]
        return found[::-1] if self.reversed else found

    def obey(self, words):
        with self.lock:
            if words[0] == "status":
                self.faults += [tuple(words[2:])] * int(words[1])
            elif words[0] == "drop":
                for _, lines in self.streams:
                    lines.put(None)
            elif words[0] == "mute":
                self.muted = True
            elif words[0] == "clear":
                self.messages = []
                self.cache.truncate(0)
            elif words[0] == "twice":
                self.twice = True
            elif words[0] == "race":
                self.races = True
            elif words[0] == "reverse":
                self.reversed = True


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def fail(self, status, code, error, headers=()):
        body = json.dumps({"code": code, "http": status, "error": error}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def refuses(self):
        with self.server.lock:
            fault = self.server.faults.pop(0) if self.server.faults else None
        if fault and fault[0] != "200":
            headers = [("Retry-After", fault[1])] if len(fault) > 1 else []
            if fault[0].startswith("3"):
                headers.append(("Location", "http://127.0.0.1:1/"))
            self.fail(int(fault[0]), int(fault[0]) * 100 + 1, "a fault of the test", headers)
            return True
        token = self.server.options.token
        given = self.headers.get("Authorization")
        if token and given != "Bearer " + token:
            if given:
                self.fail(401, 40101, "unauthorized")
            else:
                self.fail(403, 40301, "forbidden")
            return True
        return False

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.traffic.write(body + b"\n")
        if self.refuses():
            return
        topic = self.path.strip("/")
        if topic:
            fields = {"topic": topic, "message": body.decode() or "triggered"}
            for name in ("Title", "Click"):
                if self.headers.get(name):
                    fields[name.lower()] = self.headers[name]
            if self.headers.get("Priority"):
                fields["priority"] = int(self.headers["Priority"])
            if self.headers.get("Tags"):
                fields["tags"] = self.headers["Tags"].split(",")
            if self.headers.get("Actions"):
                fields["actions"] = [
                    dict(zip(("action", "label", "url"), (part.strip() for part in action.split(","))))
                    for action in self.headers["Actions"].split(";")
                ]
        else:
            given = json.loads(body)
            fields = {k: given[k] for k in ("topic", "message", "title", "priority", "click", "tags", "actions") if k in given}
        if len(fields["message"].encode()) >= self.server.options.limit:
            return self.fail(413, 41301, "attachment too large, or bandwidth limit reached")
        text = json.dumps(self.server.add(fields)).encode() + b"\n"
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        if self.refuses():
            return
        path, _, query = self.path.partition("?")
        parts = path.strip("/").split("/")
        if len(parts) != 2 or parts[1] != "json":
            return self.fail(404, 40401, "page not found")
        topics = parts[0].split(",")
        options = dict(part.partition("=")[::2] for part in query.split("&") if part)
        since = options.get("since", "none")
        lines = queue.Queue()
        with self.server.lock:
            kept = self.server.kept(topics, since)
            twice = self.server.twice
            if "poll" not in options:
                self.server.streams.append((topics, lines))
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            if "poll" not in options:
                self.line({"id": "open", "time": int(time.time()), "event": "open", "topic": parts[0]})
            for message in kept:
                for _ in range(2 if twice else 1):
                    self.line(message)
            if "poll" not in options:
                if self.server.races:
                    self.server.races = False
                    self.server.add({"topic": topics[0], "message": "raced"}, streams=False)
                self.follow(lines, parts[0])
        finally:
            with self.server.lock:
                self.server.streams = [s for s in self.server.streams if s[1] is not lines]
            self.close_connection = True

    def follow(self, lines, topic):
        while True:
            try:
                message = lines.get(timeout=self.server.options.keep_alive)
            except queue.Empty:
                message = {"id": "keep", "time": int(time.time()), "event": "keepalive", "topic": topic}
            if message is None:
                return
            if not self.server.muted:
                self.line(message)

    def line(self, message):
        text = json.dumps(message).encode() + b"\n"
        self.server.traffic.write(text)
        self.wfile.write(text)
        self.wfile.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token")
    parser.add_argument("--keep-alive", type=float, default=45)
    parser.add_argument("--limit", type=int, default=4096)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    server = Server(options)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        server.socket = context.wrap_socket(server.socket, True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    for line in sys.stdin:
        server.obey(line.split())
        print("done", flush=True)


main()
