package import GLibBridge
package import NotifyCore

/// The file that `export` writes: a JSON value per line, first the header and then the entries.
///
/// The entries have the keys that the interface documents for `Export` and `Import`, except that dates are
/// RFC 3339 strings, spans are seconds and files are in base64. The output for an entry is always the same.
package enum TransferFormat {
    /// The name of the format in the header.
    package static let name = "notify-schedule"
    /// The version that is written, and the latest that can be read.
    package static let version: Int64 = 1
    /// The maximum size of a request's files, so that the line can be read.
    package static let maxAttachedBytes = 64 << 20
    /// The maximum number of entries of an import.
    package static let maxImportEntries = 250_000
    /// The maximum size of the records that wait for the last calls of all imports.
    package static let maxImportBytes = 128 << 20
    /// The maximum length of a line.
    package static let longestLine = 96 << 20

    /// The header, with its line end.
    package static var header: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("format")
        text.string(name)
        text.key("version")
        text.integer(version)
        text.close("}")
        text.endLine()
        return text.bytes
    }

    /// Checks the first line of a file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` if it is not a header, or the
    ///   header of a later version.
    package static func check(header line: [UInt8]) throws(RequestError) {
        guard let value = try? JSONValue(parsing: line), value["format"] == .string(name) else {
            throw RequestError(
                .invalidContent,
                "line 1 is not the header of an export: {\"format\":\"\(name)\",\"version\":\(version)}"
            )
        }
        guard case .integer(version)? = value["version"] else {
            let found: String =
                if case .integer(let number)? = value["version"] { "version \(number)" } else {
                    "no version number"
                }
            throw RequestError(
                .invalidContent,
                "the export has \(found), but this program reads version \(version)",
                wayOut: "update it, or export again"
            ).at("line 1")
        }
    }

    /// Writes an entry as a line.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the entry has an unknown key, or the errors of
    ///   `file`.
    package static func write(
        _ entry: Variant,
        to text: inout JSONText,
        file: @escaping (String) throws(RequestError) -> [UInt8]
    ) throws(RequestError) {
        let fields = try fields(of: entry["list"]?.string)
        var writer = RecordWriter(text: JSONText(), file: file)
        // Moved, so that it grows without a copy.
        swap(&writer.text, &text)
        defer { swap(&writer.text, &text) }
        try writer.write(entry, fields, "entry")
        writer.text.endLine()
    }

    /// Reads an entry from a line.
    ///
    /// - Parameters:
    ///   - line: the line, without its end.
    ///   - attach: adds the bytes of an attachment to the message; returns their index.
    package static func entry(
        _ line: [UInt8],
        number: Int,
        attach: @escaping ([UInt8]) throws(RequestError) -> Int32
    ) throws(RequestError) -> Variant {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line)
        } catch {
            throw RequestError(.invalidContent, error.message)
                .at("line \(number), column \(error.column)")
        }
        do throws(RequestError) {
            guard case .object(let members) = value else {
                throw RequestError(.invalidContent, "an object is expected here, not \(value.kind)")
            }
            let list: String? = if case .string(let name)? = value["list"] { name } else { nil }
            let fields = try fields(of: list)
            let entries = try RecordParser(attach: attach).entries(members, fields, "")
            // An entry that was converted from another file has the line of that file.
            guard value["line"] == nil else { return .dictionary(entries) }
            return .dictionary(entries + [("line", .int64(Int64(number)))])
        } catch {
            throw error.at("line \(number)").coded(.invalidContent)
        }
    }

    private static let fieldsOfEntries: [TransferList: [FieldList.Field]] = [
        .categories: FieldList(of: CategoryEntry.self).fields,
        .pending: FieldList(of: PendingEntry.self).fields,
        .delivered: FieldList(of: Delivery.self).fields,
        .events: FieldList(of: EventEntry.self).fields,
        .files: FieldList(of: FileEntry.self).fields,
    ]

    private static func fields(of list: String?) throws(RequestError) -> [FieldList.Field] {
        guard let list = list.flatMap(TransferList.init), let fields = fieldsOfEntries[list]
        else {
            let names = TransferList.exported.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .invalidContent,
                .init("list", "list"),
                reason: "is \(list.map(\.quoted) ?? "not a string")",
                wayOut: "use \(names)"
            )
        }
        return fields
    }
}
