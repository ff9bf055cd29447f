import NotifyCore

/// The text of a calendar file, with its size, nesting and lines checked before libical parses it.
struct CheckedCalendar {
    /// The maximum size of a file, in bytes.
    static let maxBytes = 32 << 20
    private static let maxLevels = 8
    /// The maximum length, because libical's time grows with the square of a property's length.
    private static let longestProperty = 1 << 20
    private static let maxComponents = 100_000

    let text: String
    /// The first lines of components, in order.
    private(set) var beginnings: [Int] = []

    /// Checks a file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` and the invalid line.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let bytes = TextBytes.withoutMark(bytes[...])
        guard bytes.count <= Self.maxBytes else {
            throw RequestError(
                .invalidContent,
                "the file has more than \(Self.maxBytes >> 20) MiB; split it"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestError(
                .invalidContent,
                "line \(TextBytes.lineOfBadText(bytes)): the text is not valid UTF-8"
            )
        }
        self.text = text
        var open: [Substring] = []
        var number = 0
        var length = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let isContinued = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
            length = (isContinued ? length : 0) + line.count
            guard length <= Self.longestProperty else {
                throw Self.fault(
                    number,
                    "a property is longer than \(Self.longestProperty >> 20) MiB"
                )
            }
            if line.contains(0) { throw Self.fault(number, "it has the control character U+0000") }
            try Self.checkLength(line, number)
            if let name = Self.name(line, "BEGIN:") {
                open.append(name)
                beginnings.append(number)
                guard open.count <= Self.maxLevels else {
                    throw Self.fault(
                        number,
                        "components are nested deeper than \(Self.maxLevels) levels"
                    )
                }
                guard beginnings.count <= Self.maxComponents else {
                    throw Self.fault(
                        number,
                        "there are more than \(Self.maxComponents) components"
                    )
                }
            } else if let name = Self.name(line, "END:") {
                guard open.popLast() == name else {
                    throw Self.fault(number, "END:\(name) has no BEGIN:\(name)")
                }
            } else if open.isEmpty, line.contains(where: { $0 > 0x20 }) {
                throw Self.fault(number, "a calendar must start with BEGIN:VCALENDAR")
            }
        }
        if let name = open.last {
            throw Self.fault(number, "the file ends before END:\(name)")
        }
        guard !beginnings.isEmpty else {
            throw RequestError(.invalidContent, "the file has no calendar")
        }
    }

    /// Returns the first line of libical's error in a component; `nil` if there is none.
    func errorLine(of node: CalendarNode) -> Int? {
        if let problem = node["X-LIC-ERROR"], !problem.value.isEmpty,
            !Self.isHarmless(problem.value)
        {
            return node.line
        }
        for child in node.children {
            if let line = errorLine(of: child) { return line }
        }
        return nil
    }

    /// Returns whether it is about a property that is ignored anyway, such as one without a value.
    private static func isHarmless(_ problem: String) -> Bool {
        problem.contains("No value for") || problem.contains("Parse error in parameter")
    }

    /// Refuses a duration that libical would misread, because it uses 32-bit numbers and reads an empty one as 0.
    private static func checkLength(_ line: ArraySlice<UInt8>, _ number: Int) throws(RequestError) {
        guard line.first == UInt8(ascii: "T") || line.first == UInt8(ascii: "D"),
            let colon = line.lastIndex(of: UInt8(ascii: ":")), line.count < 200
        else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).prefix { $0.isLetter }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self).filter {
            !$0.isWhitespace
        }
        guard ["TRIGGER", "DURATION"].contains(name),
            value.drop(while: { $0 == "+" || $0 == "-" }).first == "P"
        else { return }
        let numbers = value.utf8.split { !(48...57).contains($0) }
        guard !numbers.isEmpty else { throw fault(number, "\(value.quoted) is not a duration") }
        guard numbers.allSatisfy({ $0.count <= 9 }) else {
            throw fault(number, "\(value.quoted) is longer than a century")
        }
    }

    private static func name(_ line: ArraySlice<UInt8>, _ word: String) -> Substring? {
        guard line.count > word.utf8.count, line.count < 80 else { return nil }
        let text = String(decoding: line, as: UTF8.self).uppercased()
        guard text.hasPrefix(word) else { return nil }
        return Substring(text.dropFirst(word.count).filter { !$0.isWhitespace })
    }

    private static func fault(_ line: Int, _ message: String) -> RequestError {
        RequestError(.invalidContent, "line \(line): \(message)")
    }
}
