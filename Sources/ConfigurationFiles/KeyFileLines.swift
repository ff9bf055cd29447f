/// The lines of the groups and keys of a key file, for messages; the parser does not report them.
package struct KeyFileLines: Sendable {
    private struct Name: Hashable {
        let group: String
        let key: String
    }

    private var groups: [String: Int] = [:]
    private var keys: [Name: Int] = [:]
    /// Repeated keys with their lines; the parser uses the last one.
    package private(set) var repeated: [(key: String, line: Int)] = []
    /// The first line that is neither blank nor a comment, a group or a key with a value.
    package private(set) var stray: Int?

    /// Reads each line of a text.
    package init(_ text: String) {
        var group: String?
        for (index, line) in KeyFileLine.split(text).enumerated() {
            switch KeyFileLine(line) {
            case .blank:
                break
            case .group(let name):
                group = name
                groups[name] = groups[name] ?? index + 1
            case .key(let key):
                guard let group else {
                    stray = stray ?? index + 1
                    continue
                }
                if keys.updateValue(index + 1, forKey: Name(group: group, key: key)) != nil {
                    repeated.append((key, index + 1))
                }
            case .stray:
                stray = stray ?? index + 1
            }
        }
    }

    /// Returns the line of a group's first header, from 1.
    package func line(of group: String) -> Int? { groups[group] }

    /// Returns the line of the effective value.
    package func line(of key: String, in group: String) -> Int? {
        keys[Name(group: group, key: key)]
    }
}
