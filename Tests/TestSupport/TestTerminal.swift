import CTerminal
import Foundation
import Synchronization

/// A terminal with a program on it, whose keys a test types and whose screen it reads as bytes.
package final class TestTerminal: Sendable {
    private let master: Int32
    private let process: Int32
    private let pieces = Recorder<[UInt8]>()
    private let ends = Recorder<ExitStatus>()
    private let isClosing = Mutex(false)
    /// What a played terminal answers, by what it is asked.
    private let replies: [(question: [UInt8], answer: String)]

    /// Starts a program as the leader of a new session on a terminal.
    package init(
        _ command: [String],
        environment: [String: String],
        directory: String,
        rows: UInt16 = 24,
        columns: UInt16 = 80,
        answering replies: [(question: String, answer: String)] = []
    ) throws {
        self.replies = replies.map { (Array($0.question.utf8), $0.answer) }
        var name = [CChar](repeating: 0, count: 64)
        master = cterminal_open_master(&name, name.count)
        guard master >= 0 else {
            throw StartFailure(description: "ptmx: \(String(cString: strerror(errno)))")
        }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = cterminal_set_window_size(master, &size)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let path = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
        }
        CloseFrom.add(3, to: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | cterminal_spawn_setsid
        )
        let words: [UnsafeMutablePointer<CChar>?] =
            (["/usr/bin/env", "-C", directory] + command).map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawn(
            &process,
            "/usr/bin/env",
            &actions,
            &attributes,
            words,
            variables
        )
        self.process = process
        guard failure == 0 else {
            close(master)
            throw StartFailure(description: "\(command): \(String(cString: strerror(failure)))")
        }
        Thread.detachNewThread { self.readScreen() }
        Thread.detachNewThread { self.reap() }
    }

    /// All that was written to the terminal.
    package var screen: String { Self.text(pieces.elements) }

    /// The process of the program.
    package var id: Int32 { process }

    /// Types keys, such as `"\u{3}"` for Ctrl-C.
    package func type(_ keys: String) {
        var bytes = Array(keys.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Changes the size of the window.
    package func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = cterminal_set_window_size(master, &size)
    }

    /// Sends the program what it gets where the window is closed.
    package func hangUp() {
        kill(process, SIGHUP)
    }

    /// Closes the window; nothing can be typed afterwards.
    ///
    /// The program must read keys that are shown.
    package func closeWindow() {
        isClosing.withLock { $0 = true }
        // The kernel keeps the terminal while the reader waits for it.
        type("\r")
    }

    /// Waits until a text was written a number of times; returns the whole screen.
    @discardableResult
    package func wait(
        for text: String,
        times: Int = 1,
        within seconds: Double = 30
    ) async throws -> String {
        do {
            return try await pieces.wait(seconds, "\"\(text)\" on the terminal") { pieces in
                Self.count(text, in: pieces) >= times ? Self.text(pieces) : nil
            }
        } catch {
            kill(process, SIGKILL)
            throw TerminalDeadline(error: error, screen: screen)
        }
    }

    /// Waits until the program has ended.
    package func waitForExit(within seconds: Double = 30) async throws -> ExitStatus {
        do {
            return try await ends.wait(seconds, "the end of the program") { $0.first }
        } catch {
            kill(process, SIGKILL)
            throw TerminalDeadline(error: error, screen: screen)
        }
    }

    /// How often a text was written, compared by bytes: a carriage return and a line feed are one character.
    package func count(of text: String, after start: Int = 0) -> Int {
        Self.count(text, in: pieces.elements, after: start)
    }

    /// The number of bytes that were written.
    package var size: Int { pieces.elements.reduce(0) { $0 + $1.count } }

    private static func count(_ text: String, in pieces: [[UInt8]], after start: Int = 0) -> Int {
        Array(pieces.joined().dropFirst(start)).ranges(of: Array(text.utf8)).count
    }

    private static func text(_ pieces: [[UInt8]]) -> String {
        String(decoding: pieces.joined(), as: UTF8.self)
    }

    private func readScreen() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var unanswered: [UInt8] = []
        while true {
            let count = read(master, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            pieces.append(Array(buffer.prefix(count)))
            if isClosing.withLock({ $0 }) {
                close(master)
                return
            }
            guard !replies.isEmpty else { continue }
            unanswered += buffer.prefix(count)
            while let (reply, end) = reply(in: unanswered) {
                unanswered.removeFirst(end)
                type(reply)
            }
        }
    }

    private func reply(in bytes: [UInt8]) -> (String, Int)? {
        for index in bytes.indices {
            for reply in replies where bytes[index...].starts(with: reply.question) {
                return (reply.answer, index + reply.question.count)
            }
        }
        return nil
    }

    private func reap() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        ends.append(ExitStatus(waitStatus: status))
    }
}

/// What did not appear on a terminal in time, with what did.
package struct TerminalDeadline: Error, CustomStringConvertible {
    let error: any Error
    let screen: String

    /// A sentence for the log of a failed test.
    package var description: String { "\(error)\n--- terminal\n\(screen)" }
}
