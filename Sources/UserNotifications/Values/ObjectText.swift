import Foundation

extension NSObject {
    /// The text of an object that `print` shows: its class and fields, without the address that would
    /// make two equal ones differ.
    func text(_ fields: [(key: String, value: Any?)]) -> String {
        let fields = fields.map { name, value -> String in
            switch value {
            case nil: "\(name): nil"
            case let text as String: "\(name): \"\(text)\""
            case let value?: "\(name): \(value)"
            }
        }
        return "<\(type(of: self)): \(fields.joined(separator: ", "))>"
    }
}
