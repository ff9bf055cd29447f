import GLibBridge
import NotifyCore

/// A group of relay.conf beside `[Relay]`, of which all keys are known.
struct ConfiguredGroup {
    private let group: KeyFile.Group

    /// Reads a group; `nil` if the file does not have it.
    init?(_ name: String, of file: KeyFile, keys: [String]) throws(RequestError) {
        guard let group = file[name] else { return nil }
        self.group = group
        for entry in group.entries where !keys.contains(entry.key) {
            let hint =
                Suggestion.nearest(to: entry.key, in: keys).map { "did you mean \($0)?" }
                ?? "there are \(keys.joined(separator: ", "))"
            throw RequestError(
                .malformed,
                .init(name, "[\(name)]"),
                reason: "has no key \(entry.key)",
                wayOut: hint
            )
        }
    }

    /// The value of a key; `nil` for an empty one.
    subscript(key: String) -> String? { group[key].flatMap { $0.isEmpty ? nil : $0 } }

    /// Reads a part of the configuration, whose errors name the group.
    static func reading<Value>(
        _ name: String,
        _ read: () throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        do throws(RequestError) {
            return try read()
        } catch {
            guard let field = error.field, field.path != name else { throw error }
            throw error.about(.init("\(name).\(field.path)", "[\(name)] \(field.words)"))
        }
    }
}

extension RequestError.Field {
    /// A key of relay.conf, with its value if sentences have it.
    static func key(_ name: String, _ value: String = "") -> Self { Self(name, "\(name)=\(value)") }
}
