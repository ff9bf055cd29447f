/// An editor of a key file that keeps comments, order and blank lines.
package struct KeyFileEdit {
    private struct Name: Hashable {
        let group: String
        let key: String
    }

    private struct Addition {
        let key: String
        var value: String
    }

    private var lines: [String]
    private let lineEnd: String
    /// The line of each key; the parser uses the last one, in any group of the name.
    private var places: [Name: Int] = [:]
    /// The last line of each group that has a key or its name.
    private var ends: [String: Int] = [:]
    /// Additions after a line.
    private var additions: [Int: [Addition]] = [:]
    private var newGroups: [String] = []
    private var newKeys: [String: [Addition]] = [:]
    /// The lines that are removed.
    private var removed: Set<Int> = []

    /// Reads a text, without validation.
    package init(_ text: String) {
        lines = KeyFileLine.split(text).map { String(Substring($0)) }
        lineEnd = lines.first?.utf8.last == UInt8(ascii: "\r") ? "\r" : ""
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        var group: String?
        for (index, line) in lines.enumerated() {
            switch KeyFileLine(Substring(line).utf8) {
            case .group(let name):
                group = name
                ends[name] = index
            case .key(let key):
                guard let group else { continue }
                places[Name(group: group, key: key)] = index
                ends[group] = index
            case .blank, .stray:
                break
            }
        }
    }

    /// The whole text; it ends with a line end.
    package var text: String {
        var all: [String] = []
        for (index, line) in lines.enumerated() where !removed.contains(index) {
            all.append(line)
            all += written(additions[index] ?? [])
        }
        for group in newGroups {
            if let last = all.last, last != lineEnd { all.append(lineEnd) }
            all.append("[\(group)]\(lineEnd)")
            all += written(newKeys[group] ?? [])
        }
        return all.map { "\($0)\n" }.joined()
    }

    /// Sets a key.
    ///
    /// - Parameter group: the text between the brackets; a missing group is added at the end.
    package mutating func set(_ key: String, in group: String, to value: String) {
        let value = Self.escaped(value)
        if let place = places[Name(group: group, key: key)] {
            lines[place] = Self.head(lines[place]) + value + lineEnd
        } else if let end = ends[group] {
            Self.put(key, value, into: &additions[end, default: []])
        } else {
            if newKeys[group] == nil { newGroups.append(group) }
            Self.put(key, value, into: &newKeys[group, default: []])
        }
    }

    /// Removes a group, wherever it is written; comments stay.
    package mutating func remove(group: String) {
        var isInside = false
        for (index, line) in lines.enumerated() {
            switch KeyFileLine(Substring(line).utf8) {
            case .group(let name): isInside = name == group
            case .key: break
            case .blank, .stray: continue
            }
            if isInside { removed.insert(index) }
        }
        places = places.filter { $0.key.group != group }
        ends[group] = nil
        newGroups.removeAll { $0 == group }
        newKeys[group] = nil
    }

    private static func put(_ key: String, _ value: String, into list: inout [Addition]) {
        if let index = list.firstIndex(where: { $0.key == key }) {
            list[index].value = value
        } else {
            list.append(Addition(key: key, value: value))
        }
    }

    private func written(_ list: [Addition]) -> [String] {
        list.map { "\($0.key)=\($0.value)\(lineEnd)" }
    }

    /// Returns a line up to its value.
    private static func head(_ line: String) -> String {
        guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return line }
        let blank = line.utf8[line.utf8.index(after: sign)...].prefix(while: isBlank)
        return String(line[..<blank.endIndex])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case " " where result.isEmpty: result += "\\s"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
