public import GLibBridge
public import NotifyCore

extension NotificationCategory {
    /// The category as the dictionary that the interface documents; the store keeps the same.
    public var record: Variant {
        var entries: [(key: String, value: Variant)] = [("identifier", .string(identifier))]
        if !actions.isEmpty {
            entries.append(("actions", .array(of: "a{sv}", actions.map(\.record))))
        }
        if options != [] { entries.append(("options", .uint32(options.rawValue))) }
        if !hiddenPreviewsBodyPlaceholder.isEmpty {
            let text = Variant.string(hiddenPreviewsBodyPlaceholder)
            entries.append(("hiddenPreviewsBodyPlaceholder", text))
        }
        if !categorySummaryFormat.isEmpty {
            entries.append(("categorySummaryFormat", .string(categorySummaryFormat)))
        }
        if !intentIdentifiers.isEmpty {
            entries.append(("intentIdentifiers", .strings(intentIdentifiers)))
        }
        return .dictionary(entries)
    }

    /// Reads a category; its fields are checked by ``NotifyCore/NotificationCategory/validate()``.
    ///
    /// - Throws: ``RequestError`` with code `Malformed` where the dictionary is not of the documented
    ///   form.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "category",
            keys: [
                "identifier", "actions", "options", "hiddenPreviewsBodyPlaceholder",
                "categorySummaryFormat", "intentIdentifiers",
            ]
        )
        self.init(
            identifier: try reader.required("identifier"),
            actions: try NotificationAction.reading(list: reader["actions"]),
            options: Options(rawValue: try reader.bits("options")),
            hiddenPreviewsBodyPlaceholder: try reader.string("hiddenPreviewsBodyPlaceholder") ?? "",
            categorySummaryFormat: try reader.string("categorySummaryFormat") ?? "",
            intentIdentifiers: try reader.strings("intentIdentifiers") ?? []
        )
    }
}
