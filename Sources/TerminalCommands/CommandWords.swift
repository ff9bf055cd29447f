import CTerminal
import Glibc

/// A command line as the kernel has it: bytes, because names of files need not be UTF-8.
package struct CommandWords: Hashable, Sendable {
    /// The program and its arguments.
    package let words: [[UInt8]]

    /// Makes a command line; it has at least one word.
    package init(_ words: [[UInt8]]) {
        self.words = words
    }

    /// The words as text; what is not UTF-8 is replaced.
    package var texts: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

    /// Finds the program as shells do.
    package func program(in path: String) throws(CommandProblem) -> [UInt8] {
        let name = words.first ?? []
        let shown = String(decoding: name, as: UTF8.self)
        if name.contains(UInt8(ascii: "/")) {
            if let reason = Self.obstacle(name) {
                throw CommandProblem(
                    status: reason == ENOENT || reason == ENOTDIR ? 127 : 126,
                    message: "\(shown): \(String(cString: strerror(reason)))"
                )
            }
            return name
        }
        var refusal: Int32?
        for folder in path.split(separator: ":", omittingEmptySubsequences: false)
        where !name.isEmpty {
            let file = folder.isEmpty ? name : Array("\(folder)/".utf8) + name
            guard let reason = Self.obstacle(file) else { return file }
            // Shells go on behind a folder of that name.
            if reason == EACCES { refusal = reason }
        }
        if let refusal {
            throw CommandProblem(
                status: 126,
                message: "\(shown): \(String(cString: strerror(refusal)))"
            )
        }
        throw CommandProblem(status: 127, message: "\(shown): command not found")
    }

    /// The number of the error that a start of a file would have; `nil` for none.
    private static func obstacle(_ file: [UInt8]) -> Int32? {
        withCString(file) { file in
            var status = stat()
            guard stat(file, &status) == 0 else { return errno }
            if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
            // Not access(), which answers for the real user.
            return faccessat(AT_FDCWD, file, X_OK, AT_EACCESS) == 0 ? nil : errno
        }
    }

    static func withCString<Result>(
        _ bytes: [UInt8],
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
            // An array with a zero has a base address.
            buffer.baseAddress.map(body) ?? body("")
        }
    }
}
