import NotifyCore

/// The content lines of a calendar file (RFC 5545, section 3.1) as a tree of components, with sizes and nesting
/// checked before libical parses them.
struct CheckedCalendar {
    /// A content line, unfolded.
    struct Line {
        /// Its first line in the file, from 1.
        let number: Int
        /// Its text, with replacements for what is no UTF-8.
        let text: String
        /// Why it cannot be used; `nil` if libical may parse it.
        let fault: String?
    }

    /// A component with its own lines.
    struct Component {
        let name: String
        /// Its first line in the file.
        let number: Int
        var lines: [Line] = []
        var children: [Component] = []
    }

    /// The maximum size of a file, in bytes.
    static let maxBytes = 32 << 20
    private static let maxLevels = 8
    /// The maximum length, because libical's time grows with the square of a property's length.
    private static let longestProperty = 1 << 20
    private static let maxComponents = 100_000

    /// The outermost components.
    private(set) var components: [Component] = []
    private var open: [Component] = []
    private var count = 0

    /// Checks a file.
    ///
    /// A line that is invalid by itself has a fault. A file with broken nesting is refused, because what belongs to
    /// what is unknown; its end may be missing.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` and the invalid line.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let bytes = TextBytes.withoutMark(bytes[...])
        guard bytes.count <= Self.maxBytes else {
            throw Self.tooLarge
        }
        var pending: (number: Int, bytes: ArraySlice<UInt8>, folds: [ArraySlice<UInt8>])?
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if pending != nil, let first = text.first,
                first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
            {
                pending?.folds.append(text.dropFirst())
                continue
            }
            if let (number, bytes, folds) = pending { try add(bytes, folds, number) }
            pending = (number, text, [])
        }
        if let (number, bytes, folds) = pending { try add(bytes, folds, number) }
        if let last = open.last {
            throw Self.fault(number, "the file ends before END:\(last.name)")
        }
        guard !components.isEmpty else {
            throw RequestError(.invalidContent, "the file has no calendar")
        }
    }

    /// The error of a file that is too large.
    static var tooLarge: RequestError {
        RequestError(.invalidContent, "the file has more than \(maxBytes >> 20) MiB; split it")
    }

    /// Adds a content line.
    private mutating func add(
        _ first: ArraySlice<UInt8>,
        _ folds: [ArraySlice<UInt8>],
        _ number: Int
    ) throws(RequestError) {
        guard first.contains(where: { $0 > 0x20 }) || !folds.isEmpty else { return }
        let bytes = folds.isEmpty ? first : first + folds.joined()
        if let name = Self.name(bytes, "BEGIN:") {
            count += 1
            guard open.count < Self.maxLevels else {
                throw Self.fault(
                    number,
                    "components are nested deeper than \(Self.maxLevels) levels"
                )
            }
            guard count <= Self.maxComponents else {
                throw Self.fault(number, "there are more than \(Self.maxComponents) components")
            }
            open.append(Component(name: name, number: number))
        } else if let name = Self.name(bytes, "END:") {
            guard let last = open.popLast(), last.name == name else {
                throw Self.fault(number, "END:\(name) has no BEGIN:\(name)")
            }
            if open.isEmpty { components.append(last) } else { append(last) }
        } else if open.isEmpty {
            throw Self.fault(number, "a calendar must start with BEGIN:VCALENDAR")
        } else {
            let line = Self.line(bytes, number)
            open[open.count - 1].lines.append(line)
        }
    }

    private mutating func append(_ component: Component) {
        open[open.count - 1].children.append(component)
    }

    private static func line(_ bytes: ArraySlice<UInt8>, _ number: Int) -> Line {
        let fault: String?
        if bytes.count > longestProperty {
            fault = "a property is longer than \(longestProperty >> 20) MiB"
        } else if bytes.contains(0) {
            fault = "it has the control character U+0000"
        } else if let text = String(validating: bytes, as: UTF8.self) {
            return Line(number: number, text: text, fault: lengthFault(bytes))
        } else {
            fault = "the text is not valid UTF-8"
        }
        // Only its name is used.
        return Line(
            number: number,
            text: String(decoding: bytes.prefix(64), as: UTF8.self),
            fault: fault
        )
    }

    /// Returns why a duration cannot be used that libical would misread, because it uses 32-bit numbers and reads an
    /// empty one as 0.
    private static func lengthFault(_ line: ArraySlice<UInt8>) -> String? {
        guard line.first == UInt8(ascii: "T") || line.first == UInt8(ascii: "D"),
            let colon = line.lastIndex(of: UInt8(ascii: ":")), line.count < 200
        else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self).prefix { $0.isLetter }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self).filter {
            !$0.isWhitespace
        }
        guard ["TRIGGER", "DURATION"].contains(name),
            value.drop(while: { $0 == "+" || $0 == "-" }).first == "P"
        else { return nil }
        let numbers = value.utf8.split { !(48...57).contains($0) }
        guard !numbers.isEmpty else { return "\(name): \(value.quoted) is not a duration" }
        guard numbers.allSatisfy({ $0.count <= 9 }) else {
            return "\(name): \(value.quoted) is longer than a century"
        }
        return nil
    }

    private static func name(_ line: ArraySlice<UInt8>, _ word: String) -> String? {
        guard line.count > word.utf8.count, line.count < 80 else { return nil }
        let text = String(decoding: line, as: UTF8.self).uppercased()
        guard text.hasPrefix(word) else { return nil }
        return text.dropFirst(word.count).filter { !$0.isWhitespace }
    }

    private static func fault(_ line: Int, _ message: String) -> RequestError {
        RequestError(.invalidContent, "line \(line): \(message)")
    }
}
