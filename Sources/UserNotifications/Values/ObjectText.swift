import Foundation

extension NSObject {
    /// Returns the description of an object: its class and fields, without the address, so that equal objects
    /// have equal descriptions.
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
