import Foundation
import GLibBridge
import TestSupport
import Testing

@Suite struct ProgramStartTests {
    /// Starts a program and waits for its end.
    private static func run(_ start: ProgramStart) async throws -> Int32 {
        let ends = Recorder<Int32>()
        try start.start { ends.append($0) }
        return try await ends.next()
    }

    private static func temporaryFile() -> String {
        "\(NSTemporaryDirectory())nsched-start-\(UUID().uuidString)"
    }

    @Test(arguments: [
        (["/nonexistent/program"], ENOENT), (["nonexistent-program-of-nobody"], ENOENT),
        (["/etc"], EACCES), ([], ENOENT), ([""], ENOENT),
    ])
    func aFailedStartGivesTheReason(arguments: [String], number: Int32) {
        do {
            try ProgramStart(arguments: arguments).start()
            Issue.record("started")
        } catch {
            #expect(error.number == number)
            #expect(error.description.contains(String(cString: strerror(number))))
        }
    }

    @Test func aMissingDirectoryIsAReason() {
        #expect(throws: SystemError.self) {
            try ProgramStart(arguments: ["true"], directory: "/nonexistent").start()
        }
    }

    @Test(arguments: [("exit 0", Int32(0)), ("exit 7", 7 << 8), ("kill -9 $$", 9)])
    func theEndIsReported(script: String, status: Int32) async throws {
        #expect(try await Self.run(ProgramStart(arguments: ["sh", "-c", script])) == status)
    }

    @Test func argumentsEnvironmentAndDirectoryArrive() async throws {
        let file = Self.temporaryFile()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let status = try await Self.run(
            ProgramStart(
                arguments: [
                    "sh", "-c", "printf '%s|' \"$@\" \"$OWN\" \"$HOME\" \"$PWD\" > \"$FILE\"", "sh",
                    "a b", "", "$HOME", "ü",
                ],
                environment: ["OWN": "x=y", "FILE": file, "HOME": "/changed"],
                directory: "/"
            )
        )
        #expect(status == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == "a b||$HOME|ü|x=y|/changed|/|")
    }

    @Test func theChildLeadsASessionAndInheritsNothing() async throws {
        let file = Self.temporaryFile()
        defer { try? FileManager.default.removeItem(atPath: file) }
        // Open on purpose without close-on-exec, and above what sh itself uses.
        let leaked = open("/dev/null", O_RDONLY)
        let high = fcntl(leaked, F_DUPFD, 50)
        defer {
            close(leaked)
            close(high)
        }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        // On this thread alone; the child would inherit it.
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let script = """
            { echo $$; cut -d' ' -f6 /proc/$$/stat; readlink /proc/$$/fd/0
            grep -E '^Sig(Blk|Ign)' /proc/$$/status | cut -f2; ls /proc/$$/fd; } > "$0"
            """
        let ends = Recorder<Int32>()
        let id = try ProgramStart(arguments: ["sh", "-c", script, file]).start { ends.append($0) }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        #expect(try await ends.next() == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(lines[0] == "\(id)")
        #expect(lines[1] == "\(id)")
        #expect(lines[2] == "/dev/null")
        #expect(lines[3] == "0000000000000000")
        // The C library keeps two signals of its own, 32 and 33, to itself.
        #expect(UInt64(lines[4], radix: 16).map { $0 & ~0x1_8000_0000 } == 0)
        let open = lines.dropFirst(5).compactMap { Int($0) }
        // At 10 and above the shell holds its own saved output.
        #expect(open.filter { $0 < 10 } == [0, 1, 2])
        #expect(!open.contains(Int(high)))
    }

    @Test func manyStartsAtATime() async throws {
        let ends = Recorder<Int32>()
        for number in 0..<50 {
            try ProgramStart(arguments: ["sh", "-c", "exit \(number)"]).start { ends.append($0) }
        }
        let all = try await ends.first(50, 30)
        #expect(all.sorted() == (0..<50).map { $0 << 8 })
    }
}
