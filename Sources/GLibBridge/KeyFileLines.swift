/// Where the groups and keys of a key file stand, for messages; the parser itself does not tell.
public struct KeyFileLines: Sendable {
    private struct Name: Hashable {
        let group: String
        let key: String
    }

    private var groups: [String: Int] = [:]
    private var keys: [Name: Int] = [:]
    /// Keys that are given again, with the lines of those; the parser takes the last one.
    public private(set) var repeated: [(key: String, line: Int)] = []
    /// The first line that is neither blank nor a comment, a group or a key with a value.
    public private(set) var stray: Int?

    /// Looks at each line of a text.
    public init(_ text: String) {
        var group: String?
        // Bytes: a carriage return and a line feed are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            var line = Substring(bytes)
            while line.last?.isWhitespace ?? false { line.removeLast() }
            let start = line.drop { $0.isWhitespace }
            guard let first = start.first, first != "#" else { continue }
            if line.first == "[", line.last == "]" {
                let name = String(line.dropFirst().dropLast())
                group = name
                groups[name] = groups[name] ?? index + 1
            } else if let group, let equals = line.firstIndex(of: "=") {
                var key = line[..<equals]
                while key.last?.isWhitespace ?? false { key.removeLast() }
                let name = Name(group: group, key: String(key))
                if keys.updateValue(index + 1, forKey: name) != nil {
                    repeated.append((name.key, index + 1))
                }
            } else if stray == nil {
                stray = index + 1
            }
        }
    }

    /// The line of a group's first name, counted from 1.
    public func line(of group: String) -> Int? { groups[group] }

    /// The line of the value that counts.
    public func line(of key: String, in group: String) -> Int? {
        keys[Name(group: group, key: key)]
    }
}
