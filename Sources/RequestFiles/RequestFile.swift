import GLibBridge
import NotifyCore

/// A file of `requests.d`: one request in the form of a key file.
///
/// `[Request]` says what is shown and when, each `[Action NAME]` is a button. Groups and keys that begin with
/// `X-` are other programs'. What does not hold refuses the whole file: nothing is shown that was not meant.
public struct RequestFile: Sendable {
    /// The folder in each configuration folder.
    public static let folder = "requests.d"
    /// How the names of files end; what stands before it is the request's identifier.
    public static let ending = ".conf"
    /// As many files are read.
    public static let mostFiles = 1_000

    /// What does not hold, a sentence each, with file and line.
    public struct Refusal: Error {
        /// The sentences, one at least.
        public let problems: [String]
    }

    /// The request's identifier: the file's name without its ending.
    public let identifier: String
    /// Where the file lies.
    public let path: String
    private let file: KeyFile
    private let lines: KeyFileLines

    /// Reads the text of a file.
    ///
    /// - Throws: ``Refusal`` where it is no key file, or has groups or keys that are not known.
    public init(_ text: String, identifier: String, path: String) throws(Refusal) {
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

    /// Where it lies and all that it says, comments left out: as long as this stays, the request goes on
    /// as it is.
    ///
    /// Of the file's own lines: the parser leaves out what is in other languages than the user's.
    public let text: String

    /// Whether it is to be scheduled.
    ///
    /// - Throws: ``Refusal`` where the file does not say true or false.
    public func isEnabled() throws(Refusal) -> Bool { try flag(.enabled) ?? true }

    /// The value of a key of `[Request]`, in the user's language; `nil` where it is empty or left out.
    func value(_ key: RequestFileKey) -> String? {
        guard let group = file[RequestFileKey.group] else { return nil }
        let value = key.isLocalized ? group.localized(key.rawValue) : group[key.rawValue]
        return value?.isEmpty ?? true ? nil : value
    }

    /// True or false; `nil` where it is left out.
    func flag(_ key: RequestFileKey) throws(Refusal) -> Bool? {
        guard let text = value(key) else { return nil }
        guard let flag = KeyFile.boolean(text) else {
            throw refusal(of: key, text, "write true or false")
        }
        return flag
    }

    /// A number; `nil` where it is left out.
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

    /// What is wrong with a value.
    func refusal(of key: RequestFileKey, _ value: String, _ reason: String) -> Refusal {
        refusal("\(key.rawValue) \(value.quoted): \(reason)", key.rawValue)
    }

    /// What is wrong, at the line of a key or else of its group.
    ///
    /// - Parameters:
    ///   - message: the sentence.
    ///   - key: what is named with its line; `nil` for the group alone.
    ///   - group: where the key stands; `nil` for `[Request]`.
    /// - Returns: the error.
    public func refusal(
        _ message: String,
        _ key: String? = nil,
        in group: String? = nil
    ) -> Refusal {
        let group = group ?? RequestFileKey.group
        let line = key.flatMap { lines.line(of: $0, in: group) } ?? lines.line(of: group)
        return Refusal(problems: ["\(path)\(line.map { ":\($0)" } ?? ""): \(message)"])
    }
}
