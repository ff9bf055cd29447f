/// A key file's text, changed a line at a time: comments, order and blank lines stay as they are.
struct KeyFileEdit {
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
    /// The line of each key that is there; the parser takes the last one, in whichever group of the name.
    private var places: [Name: Int] = [:]
    /// The last line of each group that has a key or its name.
    private var ends: [String: Int] = [:]
    /// What comes behind a line.
    private var additions: [Int: [Addition]] = [:]
    private var newGroups: [String] = []
    private var newKeys: [String: [Addition]] = [:]

    /// Takes a text apart; whether it holds is for the parser to say.
    init(_ text: String) {
        // Bytes: a carriage return and a line feed are one character.
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        lineEnd = lines.first?.utf8.last == UInt8(ascii: "\r") ? "\r" : ""
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        var group: String?
        for (index, line) in lines.enumerated() {
            if let name = Self.group(line) {
                group = name
                ends[name] = index
            } else if let group, let key = Self.key(line) {
                places[Name(group: group, key: key)] = index
                ends[group] = index
            }
        }
    }

    /// The whole text; it ends with a line end.
    var text: String {
        var all: [String] = []
        for (index, line) in lines.enumerated() {
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
    /// - Parameters:
    ///   - key: the key.
    ///   - group: the text between the brackets; the group is made at the end where there is none.
    ///   - value: the value as it is meant; escapes are made here.
    mutating func set(_ key: String, in group: String, to value: String) {
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

    /// The text between the brackets of a group's line.
    private static func group(_ line: String) -> String? {
        let text = line.utf8.drop(while: isBlank)
        guard text.first == UInt8(ascii: "["), let end = text.lastIndex(of: UInt8(ascii: "]"))
        else { return nil }
        return String(Substring(text[..<end].dropFirst()))
    }

    private static func key(_ line: String) -> String? {
        let text = line.utf8.drop(while: isBlank)
        guard text.first != UInt8(ascii: "#"), let sign = text.firstIndex(of: UInt8(ascii: "="))
        else { return nil }
        var key = text[..<sign]
        while let last = key.last, isBlank(last) { key.removeLast() }
        return String(Substring(key))
    }

    /// A line up to where its value begins.
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
