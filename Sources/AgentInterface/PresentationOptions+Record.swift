public import GLibBridge
public import NotifyCore

extension PresentationOptions {
    private static let names: [(name: String, option: PresentationOptions)] = [
        ("badge", .badge), ("sound", .sound), ("list", .list), ("banner", .banner),
    ]

    /// An app's answer to `WillPresent`.
    ///
    /// - Parameter options: what it wants; `nil` where it has no opinion.
    /// - Returns: the dictionary.
    public static func answer(_ options: PresentationOptions?) -> Variant {
        guard let options else { return .dictionary([]) }
        return .dictionary([("options", .strings(options.names))])
    }

    /// The names of the options.
    public var names: [String] {
        Self.names.filter { contains($0.option) }.map(\.name)
    }

    /// The options of some names.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` for an unknown one.
    public init(names: [String]) throws(RequestError) {
        self = []
        for name in names {
            guard let known = Self.names.first(where: { $0.name == name }) else {
                let all = Self.names.map(\.name).joined(separator: ", ")
                throw RequestError(
                    .malformed,
                    "options has the unknown value \(name.quoted); there are \(all)"
                )
            }
            insert(known.option)
        }
    }

    /// Reads an app's answer to `WillPresent`.
    ///
    /// - Returns: what it wants; `nil` where it has no opinion.
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public static func reading(answer: Variant?) throws(RequestError) -> PresentationOptions? {
        let reader = try RecordReader(answer, "answer", keys: ["options"])
        guard let wanted = try reader.strings("options") else { return nil }
        return try PresentationOptions(names: wanted)
    }
}
