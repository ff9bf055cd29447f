package import GLibBridge
package import NotifyCore

extension PresentationOptions {
    private static let names: [(name: String, option: PresentationOptions)] = [
        ("badge", .badge), ("sound", .sound), ("list", .list), ("banner", .banner),
    ]

    /// The names of the options.
    package var names: [String] {
        Self.names.filter { contains($0.option) }.map(\.name)
    }

    /// Makes options from names.
    package init(names: [String]) throws(RequestError) {
        self = []
        for name in names {
            guard let known = Self.names.first(where: { $0.name == name }) else {
                let all = Self.names.map(\.name).joined(separator: ", ")
                throw RequestError(
                    .malformed,
                    .init("", "options"),
                    reason: "has the unknown value \(name.quoted)",
                    wayOut: "use \(all)"
                )
            }
            insert(known.option)
        }
    }
}

extension FieldKind<PresentationOptions> {
    /// An app's presentation options, as names.
    static var presentation: Self {
        Self(
            "an array of strings (as)",
            .strings,
            { .strings($0.names) },
            { (value, _) throws(RequestError) in
                try value.strings.map(PresentationOptions.init(names:))
            }
        )
    }
}

extension PresentationOptions {
    /// Returns an app's reply to `WillPresent`.
    ///
    /// - Parameter options: the app's choice; `nil` for none.
    package static func answer(_ options: PresentationOptions?) -> Variant {
        .dictionary(options.map { [("options", .strings($0.names))] } ?? [])
    }

    /// Reads an app's reply to `WillPresent`.
    ///
    /// - Returns: the app's choice; `nil` for none.
    package static func reading(answer: Variant?) throws(RequestError) -> PresentationOptions? {
        try RecordReader(answer, "answer", keys: ["options"]).optional("options", .presentation)
    }
}
