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

    /// An error of a file.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// The file's path.
        let path: String
        /// The line, from 1; `nil` if it is of the whole file.
        package let line: Int?
        /// The sentence, without the place.
        package let message: String

        /// The sentence, with file and line.
        package var description: String {
            "\(path)\(line.map { ":\($0)" } ?? ""): \(message)"
        }
    }

    /// The errors of a file, at least one.
    package struct Refusal: Error {
        /// The errors.
        package let faults: [Fault]

        /// The errors as sentences, with file and line.
        package var problems: [String] { faults.map(\.description) }
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
            let fault = Fault(path: path, line: lines.stray, message: error.message)
            throw Refusal(faults: [fault])
        }
        let faults = RequestFileKey.problems(of: file, lines).map {
            Fault(path: path, line: $0.line, message: $0.message)
        }
        guard faults.isEmpty else { throw Refusal(faults: faults) }
    }

    /// The path and the content without comments: while this does not change, the request continues.
    ///
    /// Made from the lines, because the parser omits other languages than the user's.
    package let text: String

    /// Whether it is to be scheduled.
    ///
    /// - Throws: ``Refusal`` if the value is neither true nor false.
    package func isEnabled() throws(Refusal) -> Bool {
        let key = RequestFileKey.enabled
        guard let text = file[RequestFileKey.group]?[key], !text.isEmpty else { return true }
        guard let flag = KeyFile.boolean(text) else {
            throw refusal("\(key) \(text.quoted): write true or false", key)
        }
        return flag
    }

    /// Returns the value of a part, in the user's language; `nil` if it is empty or missing.
    func value(_ part: WrittenPart) -> String? {
        let row = part.row
        guard let group = file[RequestFileKey.group], let key = row.key else { return nil }
        let value = row.isLocalized ? group.localized(key) : group[key]
        return value?.isEmpty ?? true ? nil : value
    }

    /// The groups `[Action NAME]`, in order.
    var actionGroups: [(name: String, group: KeyFile.Group)] {
        file.groups.compactMap { group in
            RequestFileKey.actionName(of: group.name).map { ($0, group) }
        }
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
        return Refusal(faults: [Fault(path: path, line: line, message: message)])
    }

    /// Returns an error of a button of a group `[Action NAME]`.
    func refusal(_ error: RequestError, ofAction group: String) -> Refusal {
        let key = error.field.flatMap { RequestFileKey.actionKeys[$0.path] }
        return refusal(key.map(error.calling)?.message ?? error.message, key, in: group)
    }
}
