import Foundation
import TestSupport
import Testing

/// Programs whose environment a preloaded library changes before they begin.
///
/// Where Swift's libraries are shared, as in a debug build, these have looked for the arguments before. Programs of a
/// release, which contain them, look afterwards.
@Suite(.serialized) struct PreloadTests {
    /// How a library changes the environment.
    private static let changes: [String: String] = [
        "sets a variable": "setenv(\"ADDED_BY_LIBRARY\", \"1\", 1);",
        "removes a variable": "unsetenv(\"HOME\");",
        "puts a variable": "static char added[] = \"ADDED_BY_LIBRARY=1\"; putenv(added);",
        "has another environment":
            "static char *other[300]; int count = 0; while (environ[count]) { other[count] = environ[count]; count++; } "
            + "environ = other;",
        "clears it and sets it again":
            "char *bus = strdup(getenv(\"DBUS_SESSION_BUS_ADDRESS\") ?: \"\"); clearenv(); "
            + "setenv(\"DBUS_SESSION_BUS_ADDRESS\", bus, 1); setenv(\"PATH\", \"/usr/bin:/bin\", 1);",
    ]

    private static func library(_ change: String, in folder: String) async throws -> String {
        let (source, library) = ("\(folder)/change.c", "\(folder)/change.so")
        let text = """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            extern char **environ;
            __attribute__((constructor)) static void change(void) { \(changes[change] ?? "") }
            """
        try text.write(toFile: source, atomically: true, encoding: .utf8)
        let outcome = try await Program(path: "/usr/bin/cc").run(
            ["-shared", "-fPIC", "-o", library, source],
            environment: ["PATH": "/usr/bin:/bin"],
            within: 60
        )
        try #require(outcome.code == 0, "\(outcome)")
        return library
    }

    @Test(
        "A library that changes the environment takes no program its arguments",
        arguments: changes.keys.sorted()
    )
    func arguments(change: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await Self.library(change, in: folder.path)
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LD_PRELOAD": library,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        ]
        let cases: [(program: String, words: [String], code: Int32, said: String)] = [
            ("notify-schedule", ["add", "Tea"], 69, "session bus"),
            ("notify-schedule", ["next", "daily", "--zone"], 64, "--zone"),
            ("notify-schedule", ["run", "--", "sh", "-c", "exit 5"], 5, ""),
            ("notify-schedule", ["send", "--nonsense"], 1, "nonsense"),
            ("notify-ical", ["nonsense"], 64, "usage"),
            ("notify-agent", ["--nonsense"], 64, "nonsense"),
            ("notify-push", ["--nonsense"], 64, "nonsense"),
            ("notify-relay", ["--nonsense"], 64, "nonsense"),
        ]
        for (program, words, code, said) in cases {
            let outcome = try await Program(program).run(words, environment: environment)
            #expect(outcome.code == code, "\(program) \(words): \(outcome)")
            #expect(said.isEmpty || outcome.error.contains(said), "\(program) \(words): \(outcome)")
            #expect(outcome.output == "", "\(program) \(words): \(outcome)")
        }
    }

    @Test("add with such a library adds, and the agent that it starts gets its arguments")
    func added() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let library = try await Self.library("sets a variable", in: fixture.directory)
        let outcome = try await AgentFixture.command.run(
            ["add", "Tea", "--id", "tea"],
            environment: fixture.bus.environment(["LD_PRELOAD": library])
        )
        #expect(outcome.code == 0, "\(outcome)")
        _ = try await server.call(titled: "Tea")
    }
}
