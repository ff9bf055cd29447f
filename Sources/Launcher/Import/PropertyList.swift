import GLibBridge
package import NotifyCore

/// Reads property lists, XML or binary, within limits.
package enum PropertyList {
    /// The limits.
    package enum Limits {
        /// Bytes of a file.
        static let size = 4 << 20
        /// Levels of arrays and dictionaries.
        package static let depth = 16
        /// Values in all; a value with two references counts twice.
        static let values = 100_000
    }

    /// Returns the value of a property list.
    package static func read(_ bytes: [UInt8]) throws(RequestError) -> PropertyValue {
        if bytes.starts(with: "bplist00".utf8) {
            var reader = try BinaryPropertyList(bytes)
            return try reader.root()
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestError(
                .invalidContent,
                "it is neither a binary property list nor UTF-8 text; "
                    + "convert it, for example with plutil -convert xml1"
            )
        }
        let start = text.utf8.drop { $0 == 0x20 || (9...13).contains($0) || $0 > 0x7F }
        guard start.first == UInt8(ascii: "<") else {
            throw RequestError(
                .invalidContent,
                "it is neither an XML nor a binary property list; "
                    + "convert it, for example with plutil -convert xml1"
            )
        }
        return try XMLPropertyList.read(String(Substring(start)))
    }

    /// Returns a place in the list, such as `entry 3: `; entries count from 1.
    static func place(_ entry: Int?) -> String {
        entry.map { "entry \($0): " } ?? ""
    }

    static func tooDeep(_ entry: Int?) -> RequestError {
        RequestError(
            .invalidContent,
            "\(place(entry))it is nested deeper than \(Limits.depth) levels"
        )
    }

    static func tooMany(_ entry: Int?) -> RequestError {
        RequestError(
            .invalidContent,
            "\(place(entry))there are more than \(Limits.values) values in the list"
        )
    }
}
