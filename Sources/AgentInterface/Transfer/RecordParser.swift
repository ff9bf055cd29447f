import GLibBridge
import NotifyCore

/// A parser of JSON records whose errors name the field.
struct RecordParser {
    /// Adds the bytes of an attachment to the message; returns their index.
    let attach: ([UInt8]) throws(RequestError) -> Int32

    /// Returns the entries of a record.
    ///
    /// - Parameter path: the names of the outer records, each with a dot; empty for the outermost.
    func entries(
        _ members: [JSONValue.Member],
        _ fields: [FieldList.Field],
        _ path: String
    ) throws(RequestError) -> [(key: String, value: Variant)] {
        var entries: [(key: String, value: Variant)] = []
        entries.reserveCapacity(members.count + 1)
        for member in members {
            guard let field = fields.first(where: { $0.name == member.key }),
                let shape = field.shape
            else {
                let names = fields.filter { $0.shape != nil }.map(\.name)
                throw Self.unknown(path + member.key, names, member.key)
            }
            let value = try variant(member.value, shape, path + member.key)
            if case .contents = shape {
                entries.append((RecordShape.descriptorKey, value))
            } else {
                entries.append((field.key, value))
            }
        }
        return entries
    }

    private func variant(
        _ value: JSONValue,
        _ shape: RecordShape,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Variant {
        switch shape {
        case .boolean:
            guard case .boolean(let flag) = value else {
                throw Self.wrong(value, name(), "true or false")
            }
            return .boolean(flag)
        case .string: return .string(try Self.text(value, name()))
        case .strings:
            var texts: [String] = []
            for value in try Self.elements(value, name()) {
                texts.append(try Self.text(value, name()))
            }
            return .strings(texts)
        case .int32: return .int32(try Self.integer(value, name()))
        case .uint32: return .uint32(try Self.integer(value, name()))
        case .int64: return .int64(try Self.integer(value, name()))
        case .double: return .double(try Self.double(value, name()))
        case .instant: return try Self.instant(value, name())
        case .instants:
            var instants: [Variant] = []
            for value in try Self.elements(value, name()) {
                instants.append(try Self.instant(value, name()))
            }
            return .array(of: "x", instants)
        case .spans:
            var spans: [Variant] = []
            for value in try Self.elements(value, name()) {
                spans.append(.int64(try Self.microseconds(value, name())))
            }
            return .array(of: "x", spans)
        case .span: return .int64(try Self.microseconds(value, name()))
        case .properties:
            return PropertyValue.dictionary(try Self.properties(of: value, name())).variant
        case .hints: return try Self.hints(value, name())
        case .contents:
            guard let bytes = Base64.decoded(try Self.text(value, name())) else {
                throw Self.fault(name(), "is not base64")
            }
            return .handle(try attach(bytes))
        case .record(let fields):
            return .dictionary(try entries(try Self.members(value, name()), fields, "\(name())."))
        case .records(let fields):
            var records: [Variant] = []
            for (index, value) in try Self.elements(value, name()).enumerated() {
                let path = "\(name())[\(index)]"
                let members = try Self.members(value, path)
                records.append(.dictionary(try entries(members, fields, "\(path).")))
            }
            return .array(of: "a{sv}", records)
        }
    }

    private static func hints(_ value: JSONValue, _ name: String) throws(RequestError) -> Variant {
        var hints: [(key: String, value: Variant)] = []
        for member in try members(value, name) {
            let path = "\(name).\(member.key)"
            let types = HintType.allCases.map(\.rawValue)
            guard case .string(let word)? = member.value["type"],
                let type = HintType(rawValue: word)
            else {
                throw fault("\(path).type", "is not one of \(types.joined(separator: ", "))")
            }
            guard let value = member.value["value"] else {
                throw fault("\(path).value", "is missing")
            }
            let place = "\(path).value"
            let variant: Variant
            switch type {
            case .boolean:
                guard case .boolean(let flag) = value else {
                    throw wrong(value, place, "true or false")
                }
                variant = .boolean(flag)
            case .byte: variant = .byte(try integer(value, place))
            case .int: variant = .int32(try integer(value, place))
            case .double: variant = .double(try real(value, place))
            case .string: variant = .string(try text(value, place))
            case .variant:
                guard let read = Variant(text: try text(value, place)) else {
                    throw wrong(value, place, "a value in GVariant's text format")
                }
                variant = read
            }
            hints.append((member.key, variant))
        }
        return .dictionary(hints)
    }

    private static func unknown(
        _ path: String,
        _ keys: [String],
        _ key: String
    ) -> RequestError {
        let hint =
            Suggestion.nearest(to: key, in: keys.sorted()).map { "did you mean \($0)?" }
            ?? "use \(keys.sorted().joined(separator: ", "))"
        return fault(path, "is not a field", hint)
    }
}
