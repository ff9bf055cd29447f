public import GLibBridge
public import NotifyCore

/// The file that `export` writes: a JSON value a line, first the header and then an entry each.
///
/// The entries are those that the interface documents for `Export` and `Import`, key by key, but that dates
/// are texts of RFC 3339, spans are seconds and files are in base64. An entry is written the same way each
/// time.
public enum TransferFormat {
    /// What the header calls the format.
    public static let name = "notify-schedule"
    /// The version that is written, and the latest that can be read.
    public static let version: Int64 = 1
    /// How many bytes the files of one request may have together: what is written can be read.
    public static let mostAttachedBytes = 64 << 20
    /// How long a line may be.
    public static let longestLine = 96 << 20

    /// The header, with its line end.
    public static var header: [UInt8] {
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
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` where it is no header, or that of a
    ///   later version.
    public static func check(header line: [UInt8]) throws(RequestError) {
        guard let value = try? JSONValue(parsing: line), value["format"] == .string(name) else {
            throw RequestError(
                .invalidContent,
                "line 1 is not the header of an export: {\"format\":\"\(name)\",\"version\":\(version)}"
            )
        }
        guard case .integer(version)? = value["version"] else {
            let found: String =
                if case .integer(let number)? = value["version"] { "version \(number)" } else {
                    "no version that is a number"
                }
            throw RequestError(
                .invalidContent,
                "line 1: the export has \(found), and this program reads version \(version); "
                    + "update it, or export anew"
            )
        }
    }

    /// Writes an entry as a line.
    ///
    /// - Parameters:
    ///   - entry: as `Export` gives it.
    ///   - text: where the line goes.
    ///   - file: reads the file of an attachment, by its path.
    /// - Throws: ``NotifyCore/RequestError`` where the entry has a key that is not known, or what `file`
    ///   throws.
    public static func write(
        _ entry: Variant,
        to text: inout JSONText,
        file: @escaping (String) throws(RequestError) -> [UInt8]
    ) throws(RequestError) {
        let fields = try fields(of: entry["list"]?.string)
        var writer = RecordWriter(text: JSONText(), file: file)
        // Not shared, so that it grows where it is.
        swap(&writer.text, &text)
        defer { swap(&writer.text, &text) }
        try writer.write(entry, fields, "entry")
        writer.text.endLine()
    }

    /// Reads an entry from a line.
    ///
    /// - Parameters:
    ///   - line: the line, without its end.
    ///   - number: its number in the file, which the agent names in what it refuses.
    ///   - attach: takes the bytes of an attachment; returns the index under which they go along.
    /// - Returns: the entry as `Import` takes it.
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` that names the line and the field, or
    ///   what `attach` throws.
    public static func entry(
        _ line: [UInt8],
        number: Int,
        attach: @escaping ([UInt8]) throws(RequestError) -> Int32
    ) throws(RequestError) -> Variant {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line)
        } catch {
            throw RequestError(
                .invalidContent,
                "line \(number), column \(error.column): \(error.message)"
            )
        }
        do throws(RequestError) {
            guard case .object(let members) = value else {
                throw RequestError(.invalidContent, "an object must stand here, not \(value.kind)")
            }
            let list: String? = if case .string(let name)? = value["list"] { name } else { nil }
            let fields = try fields(of: list)
            let entries = try RecordParser(attach: attach).entries(members, fields, "")
            // Made from another file, it names the line there.
            guard value["line"] == nil else { return .dictionary(entries) }
            return .dictionary(entries + [("line", .int64(Int64(number)))])
        } catch {
            throw RequestError(.invalidContent, "line \(number): \(error.message)")
        }
    }

    private static func fields(of list: String?) throws(RequestError) -> RecordShape.Fields {
        guard let list = list.flatMap(TransferList.init), let fields = RecordShape.entries[list]
        else {
            let names = TransferList.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .invalidContent,
                "list is \(list.map(\.quoted) ?? "not given as a text"); there are \(names)"
            )
        }
        return fields
    }
}
