#!/usr/bin/env python3
"""Loads a server of the relay on loopback, and prints what it did.

usage: load.py ntfy|nats PROGRAM [--devices N] [--notifications N] [--seconds N] [--streams N]

A group is one user: four devices that follow one topic. Each notification is one publication of 1,000 bytes, which the
server acknowledges once it has stored it, and comes to the four devices of its group. First the publishers send as fast
as they get their acknowledgements, for at most SECONDS; then 100 a second for 30 seconds, from which the latencies are:
from before the publication to its arrival at a device. With nats, the groups share STREAMS streams, as they do where
several users have one account.
"""

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import sys
import tempfile
import time

GROUP = 4
SIZE = 1_000
PUBLISHERS = 32
STEADY_RATE = 100
STEADY_SECONDS = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def text(number):
    """A text of SIZE bytes that has its number and the time."""
    return f"{number} {time.monotonic_ns()} ".ljust(SIZE, "x")


class Arrivals:
    """What has come to the devices."""

    def __init__(self):
        self.count = 0
        self.latencies = []
        self.keeps = False

    def add(self, start):
        self.count += 1
        if self.keeps:
            self.latencies.append(time.monotonic_ns() - start)


class Ntfy:
    """An ntfy server: publishing by POST, following by a streamed GET."""

    name = "ntfy"

    def __init__(self, program, folder, _streams):
        self.port = free_port()
        self.folder = folder
        self.store = f"{folder}/cache.db"
        with open(f"{folder}/server.yml", "w", encoding="utf-8") as file:
            file.write(
                f'base-url: "http://127.0.0.1:{self.port}"\nlisten-http: "127.0.0.1:{self.port}"\n'
                f'cache-file: "{self.store}"\nvisitor-request-limit-exempt-hosts: "127.0.0.1"\n'
                "visitor-subscription-limit: 100000\nlog-level: error\n"
                # Without them it answers 500 to publishers at the same time.
                "cache-startup-queries: |\n"
                "  pragma journal_mode = WAL;\n  pragma synchronous = full;\n"
                "  pragma busy_timeout = 15000;\n"
            )
        self.command = [program, "serve", "--config", f"{folder}/server.yml"]

    async def prepare(self):
        """Nothing to do: a topic is there when it is used."""

    async def follow(self, topic, arrivals):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(f"GET /{topic}/json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        while b'"open"' not in await reader.readline():
            pass
        return asyncio.create_task(self.receive(reader, arrivals)), writer

    async def receive(self, reader, arrivals):
        while line := await reader.readline():
            # The others are sizes of chunks.
            if line.startswith(b"{"):
                message = json.loads(line)
                if message["event"] == "message":
                    arrivals.add(int(message["message"].split(" ", 2)[1]))

    async def publisher(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)

        async def publish(topic, number):
            body = text(number).encode()
            head = f"POST /{topic} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n", 1)[0]:
                sys.exit(f"ntfy refused a message: {head.decode()}")
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            )
            await reader.readexactly(length)

        return publish, writer


class NATS:
    """A NATS server: JetStream streams, a consumer for each device, synchronised before each acknowledgement."""

    name = "nats"

    def __init__(self, program, folder, streams):
        self.port = free_port()
        self.streams = streams
        self.store = f"{folder}/jetstream"
        with open(f"{folder}/server.conf", "w", encoding="utf-8") as file:
            file.write(
                f'listen: "127.0.0.1:{self.port}"\n'
                f'jetstream {{ store_dir: "{folder}", sync_interval: always }}\n'
            )
        self.command = [program, "-c", f"{folder}/server.conf"]

    async def connect(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        await reader.readline()
        writer.write(b'CONNECT {"verbose":false,"pedantic":false,"headers":true}\r\nPING\r\n')
        while (await reader.readline()).strip() != b"PONG":
            pass
        return reader, writer

    async def message(self, reader, writer):
        """Returns the payload of the next message."""
        while line := await reader.readline():
            words = line.split()
            if words[0] == b"PING":
                writer.write(b"PONG\r\n")
            elif words[0] in (b"MSG", b"HMSG"):
                payload = await reader.readexactly(int(words[-1]) + 2)
                skip = int(words[-2]) if words[0] == b"HMSG" else 0
                return payload[skip:-2]
            elif words[0] == b"-ERR":
                sys.exit(f"nats-server: {line.decode()}")
        return None

    async def ask(self, reader, writer, subject, request):
        body = json.dumps(request).encode()
        writer.write(b"SUB _INBOX.api 1\r\n")
        writer.write(f"PUB {subject} _INBOX.api {len(body)}\r\n".encode() + body + b"\r\n")
        reply = json.loads(await self.message(reader, writer))
        writer.write(b"UNSUB 1\r\n")
        if "error" in reply:
            sys.exit(f"nats-server: {reply['error']}")

    async def prepare(self):
        reader, writer = await self.connect()
        for number in range(self.streams):
            stream = {
                "name": f"RELAY{number}",
                "subjects": [f"relay.{number}.*"],
                "storage": "file",
                "retention": "limits",
                "num_replicas": 1,
                "max_age": 7 * 86_400 * 10**9,
            }
            await self.ask(reader, writer, f"$JS.API.STREAM.CREATE.RELAY{number}", stream)
        writer.close()

    def stream(self, topic):
        return int(topic.removeprefix("group")) % self.streams

    async def follow(self, topic, arrivals):
        reader, writer = await self.connect()
        inbox = f"_INBOX.{topic}.{id(reader)}"
        consumer = {
            "stream_name": f"RELAY{self.stream(topic)}",
            "config": {
                "deliver_subject": inbox,
                "ack_policy": "none",
                "deliver_policy": "new",
                "filter_subject": f"relay.{self.stream(topic)}.{topic}",
            },
        }
        await self.ask(reader, writer, f"$JS.API.CONSUMER.CREATE.RELAY{self.stream(topic)}", consumer)
        writer.write(f"SUB {inbox} 2\r\n".encode())
        return asyncio.create_task(self.receive(reader, writer, arrivals)), writer

    async def receive(self, reader, writer, arrivals):
        while payload := await self.message(reader, writer):
            arrivals.add(int(payload.split(b" ", 2)[1]))

    async def publisher(self):
        reader, writer = await self.connect()
        inbox = f"_INBOX.publisher.{id(reader)}"
        writer.write(f"SUB {inbox} 1\r\n".encode())

        async def publish(topic, number):
            head = f"NATS/1.0\r\nNats-Msg-Id: {number}\r\n\r\n".encode()
            body = text(number).encode()
            line = f"HPUB relay.{self.stream(topic)}.{topic} {inbox} {len(head)} {len(head) + len(body)}\r\n"
            writer.write(line.encode() + head + body + b"\r\n")
            reply = json.loads(await self.message(reader, writer))
            if "seq" not in reply:
                sys.exit(f"nats-server refused a message: {reply}")

        return publish, writer


def memory(process):
    """The proportional share and the maximum of a process in MB."""
    with open(f"/proc/{process}/smaps_rollup", encoding="utf-8") as file:
        share = next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        highest = next(int(line.split()[1]) for line in file if line.startswith("VmHWM:"))
    return share / 1024, highest / 1024


def size(path):
    """What a file with its log, or a folder, takes on the disk in bytes."""
    if os.path.isdir(path):
        return sum(
            os.path.getsize(os.path.join(folder, file))
            for folder, _, files in os.walk(path)
            for file in files
        )
    return sum(os.path.getsize(path + end) for end in ("", "-wal") if os.path.exists(path + end))


async def started(server):
    process = await asyncio.create_subprocess_exec(
        *server.command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.close()
            return process
        except OSError:
            await asyncio.sleep(0.05)
    process.kill()
    sys.exit(f"{server.name} does not start")


async def arrived(arrivals, count):
    """Waits until the devices have so many messages, at most a minute."""
    end = time.monotonic() + 60
    while arrivals.count < count and time.monotonic() < end:
        await asyncio.sleep(0.05)


async def load(server, arguments):
    process = await started(server)
    try:
        await server.prepare()
        arrivals = Arrivals()
        groups = max(1, arguments.devices // GROUP)
        devices = [
            await server.follow(f"group{number}", arrivals)
            for number in range(groups)
            for _ in range(GROUP)
        ]
        idle = memory(process.pid)[0]
        publishers = [await server.publisher() for _ in range(PUBLISHERS)]
        before = size(server.store)
        numbers = iter(range(arguments.notifications))
        start = time.monotonic()
        sent = 0

        async def run(publish):
            nonlocal sent
            for number in numbers:
                await publish(f"group{number % groups}", number)
                sent += 1
                if time.monotonic() - start > arguments.seconds:
                    return

        await asyncio.gather(*(run(publish) for publish, _ in publishers))
        published = time.monotonic() - start
        await arrived(arrivals, sent * GROUP)
        took = time.monotonic() - start
        lost = sent * GROUP - arrivals.count
        share, highest = memory(process.pid)
        stored = (size(server.store) - before) / sent

        arrivals.keeps = True
        steady = STEADY_RATE * STEADY_SECONDS
        start = time.monotonic()
        expected = arrivals.count + steady * GROUP
        for number in range(steady):
            publish = publishers[number % PUBLISHERS][0]
            await publish(f"group{number % groups}", arguments.notifications + number)
            await asyncio.sleep(max(0, start + (number + 1) / STEADY_RATE - time.monotonic()))
        await arrived(arrivals, expected)
        lost += expected - arrivals.count
        cuts = statistics.quantiles(arrivals.latencies, n=100)
        print(
            f"{server.name}: {groups * GROUP} devices in {groups} groups, {sent} notifications\n"
            f"  published    {sent / published:,.0f} a second, each on the disk\n"
            f"  arrived      {sent * GROUP / took:,.0f} a second, {lost} lost\n"
            f"  latency      p50 {cuts[49] / 1e6:.1f} ms, p99 {cuts[98] / 1e6:.1f} ms at {STEADY_RATE} a second\n"
            f"  memory       {idle:.0f} MB idle, {share:.0f} MB after, {highest:.0f} MB at most\n"
            f"  disk         {stored:,.0f} bytes a notification"
        )
        for task, writer in devices:
            task.cancel()
            writer.close()
    finally:
        process.terminate()
        await process.wait()


def main():
    parser = argparse.ArgumentParser(description="Loads a server of the relay on loopback.")
    parser.add_argument("engine", choices=["ntfy", "nats"])
    parser.add_argument("program")
    parser.add_argument("--devices", type=int, default=1_000)
    parser.add_argument("--notifications", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--streams", type=int, default=1)
    arguments = parser.parse_args()
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = arguments.devices * 2 + 1_000
    if files < needed:
        if 0 <= most < needed:
            sys.exit(f"{arguments.devices} devices need {needed} open files, and the limit is {most}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))
    with tempfile.TemporaryDirectory() as folder:
        engine = {"ntfy": Ntfy, "nats": NATS}[arguments.engine]
        asyncio.run(load(engine(arguments.program, folder, arguments.streams), arguments))


if __name__ == "__main__":
    main()
