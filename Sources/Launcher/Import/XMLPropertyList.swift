import GLibBridge
import NotifyCore

/// Reads the XML form of property lists (plist(5)).
final class XMLPropertyList: XMLHandler {
    /// A container that is being read.
    private enum Container {
        case array([PropertyValue])
        case dictionary([String: PropertyValue], key: String?)
    }

    private var containers: [Container] = []
    private var element: String?
    private var content = ""
    private var root: PropertyValue?
    private var isInside = false
    private var values = 0
    /// The entry of the outermost list that is being read, from 1.
    private var entry: Int?

    private static let plain: Set<String> = [
        "string", "integer", "real", "true", "false", "date", "data", "key",
    ]

    /// Returns the value of a document.
    static func read(_ text: String) throws(RequestError) -> PropertyValue {
        let handler = XMLPropertyList()
        do {
            try XMLReader.read(text, handler: handler)
        } catch let error as RequestError {
            throw error
        } catch let error as GLibError {
            throw RequestError(
                .invalidContent,
                "\(PropertyList.place(handler.entry))its XML is invalid: \(error.message)"
            )
        } catch {
            throw handler.failure("\(error)")
        }
        guard let root = handler.root else { throw handler.failure("it has no value") }
        return root
    }

    func begin(_ name: String) throws {
        guard isInside else {
            guard name == "plist" else {
                throw failure("it starts with <\(name)>, not with <plist>")
            }
            isInside = true
            return
        }
        if let element { throw failure("<\(name)> is not allowed inside <\(element)>") }
        if containers.count == 1, case .array(let values) = containers[0] {
            entry = values.count + 1
        }
        guard containers.count < PropertyList.Limits.depth else {
            throw PropertyList.tooDeep(entry)
        }
        switch name {
        case "array": containers.append(.array([]))
        case "dict": containers.append(.dictionary([:], key: nil))
        case _ where Self.plain.contains(name):
            element = name
            content = ""
        default: throw failure("<\(name)> is not an element of a property list")
        }
    }

    func text(_ text: String) throws {
        if element != nil {
            content += text
        } else if text.utf8.contains(where: { !Self.isBlank($0) }) {
            throw failure("the text \(text.quoted) is outside of any value")
        }
    }

    func end(_ name: String) throws {
        if let element {
            self.element = nil
            return element == "key" ? try end(key: content) : try add(try value(element))
        }
        guard let container = containers.popLast() else { return }
        switch container {
        case .array(let values): try add(.array(values))
        case .dictionary(let values, key: nil): try add(.dictionary(values))
        case .dictionary(_, let key?): throw failure("the key \(key.quoted) has no value")
        }
    }

    private func end(key: String) throws {
        guard case .dictionary(let values, let open) = containers.last, open == nil else {
            throw failure("the key \(key.quoted) is not allowed here")
        }
        guard values[key] == nil else { throw failure("it has the key \(key.quoted) twice") }
        containers[containers.count - 1] = .dictionary(values, key: key)
    }

    private func add(_ value: PropertyValue) throws {
        values += 1
        guard values <= PropertyList.Limits.values else { throw PropertyList.tooMany(entry) }
        switch containers.popLast() {
        case nil:
            guard root == nil else { throw failure("there is a second value after the list") }
            root = value
        case .array(let values):
            containers.append(.array(values + [value]))
        case .dictionary(var values, let key?):
            values[key] = value
            containers.append(.dictionary(values, key: nil))
        case .dictionary(_, key: nil):
            throw failure("a value of a dictionary has no key")
        }
    }

    private func value(_ element: String) throws -> PropertyValue {
        switch element {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "integer":
            guard let number = Int64(content.filter { !$0.isWhitespace }) else {
                throw failure("<integer> has \(content.quoted)")
            }
            return .integer(number)
        case "real":
            guard let number = Double(content.filter { !$0.isWhitespace }) else {
                throw failure("<real> has \(content.quoted)")
            }
            return .real(number)
        // Only the kind matters, because no imported value is a date or bytes.
        case "date": return .date(0)
        case "data": return .data([])
        default: return .string(content)
        }
    }

    private func failure(_ reason: String) -> RequestError {
        RequestError(.invalidContent, PropertyList.place(entry) + reason)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (9...13).contains(byte)
    }
}
