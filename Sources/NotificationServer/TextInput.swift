import GLibBridge
import Glibc

/// The source of choices for a text notification server.
package enum TextInput: Sendable {
    /// Lines that the user types on a descriptor, such as standard input.
    case keyboard(descriptor: Int32)
    /// The same choice for every bubble, after a pause in milliseconds.
    case automatic(TextChoice, pause: Int32)
}

/// The output of a text notification server.
package enum TextOutput {
    /// Writes to the process's standard output without its buffer, so that a question is shown at once.
    package static func standard(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A closed output is ignored, because the choice is still valid.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// Reads lines from a descriptor as they arrive.
@GLibActor
final class TypedLineReader {
    private let descriptor: Int32
    private let onLine: @GLibActor (String?) -> Void
    private var watch: FileDescriptorWatch?
    private var pending: [UInt8] = []

    /// The maximum length; longer lines are not valid answers.
    private static let longestLine = 4096

    /// Starts reading.
    ///
    /// - Parameter onLine: called with each line, and once with `nil` at the end of the input.
    /// - Throws: ``SystemError`` if the descriptor cannot be watched.
    init(
        on descriptor: Int32,
        onLine: @escaping @GLibActor (String?) -> Void
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.onLine = onLine
        watch = try FileDescriptorWatch(reading: descriptor) { [weak self] in self?.read() }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            watch = nil
            onLine(nil)
            return
        }
        for byte in buffer.prefix(count) {
            if byte == UInt8(ascii: "\n") {
                let line = String(decoding: pending, as: UTF8.self)
                pending = []
                onLine(line)
            } else if pending.count < Self.longestLine {
                pending.append(byte)
            }
        }
    }
}
