import ConfigurationFiles
import GLibBridge
import NotifyCore

/// A file of `requests.d`: one request in the form of a key file.
///
/// `[Request]` has the content and the time, each `[Action NAME]` is a button. Groups and keys that begin with
/// `X-` belong to other programs. An error refuses the whole file, so that nothing unintended is shown.
package struct RequestFile: Sendable {
    /// The folder in each configuration folder.
    package static let folder = "requests.d"
    /// The extension of the files; the name before it is the request's identifier.
    package static let ending = ".conf"
    /// The maximum number of files.
    package static let maxFiles = 1_000

    /// The errors of a file, a sentence each, with file and line.
    package struct Refusal: Error {
        /// The messages, at least one.
        package let problems: [String]
    }

    /// The request's identifier: the file's name without its extension.
    package let identifier: String
    /// The file's path.
    package let path: String
    let file: KeyFile
    private let lines: KeyFileLines

    /// Reads the text of a file.
    ///
    /// - Throws: ``Refusal`` if it is not a key file, or has unknown groups or keys.
    package init(_ text: String, identifier: String, path: String) throws(Refusal) {
        self.identifier = identifier
        self.path = path
        lines = KeyFileLines(text)
        let telling = text.split(whereSeparator: \.isNewline).filter { line in
            let start = line.first { !$0.isWhitespace }
            return start != nil && start != "#"
        }
        self.text = ([path] + telling.map(String.init)).joined(separator: "\n")
        do {
            file = try KeyFile(parsing: text)
        } catch {
            let place = lines.stray.map { "\(path):\($0)" } ?? path
            throw Refusal(problems: ["\(place): \(error.message)"])
        }
        let problems = RequestFileKey.problems(of: file, lines).map { "\(path)\($0)" }
        guard problems.isEmpty else { throw Refusal(problems: problems) }
    }

    /// The path and the content without comments: while this does not change, the request continues.
    ///
    /// Made from the lines, because the parser omits other languages than the user's.
    package let text: String

    /// Whether it is to be scheduled.
    ///
    /// - Throws: ``Refusal`` if the value is neither true nor false.
    package func isEnabled() throws(Refusal) -> Bool { try flag(.enabled) ?? true }

    /// Returns the value of a key of `[Request]`, in the user's language; `nil` if it is empty or missing.
    func value(_ key: RequestFileKey) -> String? {
        guard let group = file[RequestFileKey.group] else { return nil }
        let value = key.isLocalized ? group.localized(key.rawValue) : group[key.rawValue]
        return value?.isEmpty ?? true ? nil : value
    }

    /// Returns a boolean; `nil` if it is missing.
    func flag(_ key: RequestFileKey) throws(Refusal) -> Bool? {
        guard let text = value(key) else { return nil }
        guard let flag = KeyFile.boolean(text) else {
            throw refusal(of: key, text, "write true or false")
        }
        return flag
    }

    /// Returns a number; `nil` if it is missing.
    func number(_ key: RequestFileKey) throws(Refusal) -> Int? {
        guard let text = value(key) else { return nil }
        guard let number = Int(text) else { throw refusal(of: key, text, "write a whole number") }
        return number
    }

    /// The groups `[Action NAME]`, in order.
    var actionGroups: [(name: String, group: KeyFile.Group)] {
        file.groups.compactMap { group in
            RequestFileKey.actionName(of: group.name).map { ($0, group) }
        }
    }

    /// Returns the error of a value.
    func refusal(of key: RequestFileKey, _ value: String, _ reason: String) -> Refusal {
        refusal("\(key.rawValue) \(value.quoted): \(reason)", key.rawValue)
    }

    /// Returns an error with the line of a key or of its group.
    ///
    /// - Parameters:
    ///   - key: the key; `nil` for the group.
    ///   - group: the group; `nil` for `[Request]`.
    package func refusal(
        _ message: String,
        _ key: String? = nil,
        in group: String? = nil
    ) -> Refusal {
        let group = group ?? RequestFileKey.group
        let line = key.flatMap { lines.line(of: $0, in: group) } ?? lines.line(of: group)
        return Refusal(problems: ["\(path)\(line.map { ":\($0)" } ?? ""): \(message)"])
    }
}
