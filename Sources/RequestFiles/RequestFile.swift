import ConfigurationFiles
import GLibBridge
package import NotifyCore

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
        return Refusal(faults: [Fault(path: path, line: line, message: message)])
    }

    /// Returns an error of a value, which the key replaces as the field's name if the error is about all of it.
    func refusal(of key: RequestFileKey, _ value: String, _ error: RequestError) -> Refusal {
        let isWhole = error.field?.path == key.field
        let error = isWhole ? error.calling(key.rawValue) : error.of(key.rawValue, value: value)
        return refusal(error.message, key.rawValue)
    }

    /// Returns an error of a button of a group `[Action NAME]`.
    func refusal(_ error: RequestError, ofAction group: String) -> Refusal {
        let key = error.field.flatMap { RequestFileKey.actionKeys[$0.path] }
        return refusal(key.map(error.calling)?.message ?? error.message, key, in: group)
    }

    /// Returns an error of a whole request, with the name and the line of the key that it is about.
    package func refusal(_ error: RequestError, of request: NotificationRequest) -> Refusal {
        if let index = error.field?.index(in: "actions"), request.actions.indices.contains(index) {
            return refusal(error, of: request.actions[index], at: index)
        }
        guard let field = error.field, let key = key(of: field) else {
            return refusal(error.message)
        }
        return refusal(error.calling(key.rawValue).message, key.rawValue)
    }

    private func refusal(
        _ error: RequestError,
        of action: NotificationAction,
        at index: Int
    ) -> Refusal {
        if let group = actionGroups.first(where: { $0.name == action.identifier })?.group.name {
            return refusal(error.about(error.field?.part(of: "actions[\(index)]")), ofAction: group)
        }
        let key: RequestFileKey = action.textInput == nil ? .snooze : .reply
        return refusal(error.calling(key.rawValue).message, key.rawValue)
    }

    /// Returns the key of a field; `nil` if no key has it.
    private func key(of field: RequestError.Field) -> RequestFileKey? {
        if let key = RequestFileKey.allCases.first(where: { $0.field == field.path }) {
            return key == .near ? dateKey : key
        }
        return field.isIn("trigger") ? dateKey : nil
    }

    /// The key of the time.
    private var dateKey: RequestFileKey? { RequestFileKey.dates.first { value($0) != nil } }
}
