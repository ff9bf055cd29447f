import NotifyCore

/// The content lines of a calendar file (RFC 5545, section 3.1) as a tree of components, with sizes and nesting
/// checked before they are read.
struct CheckedCalendar {
    /// A content line, unfolded.
    struct Line {
        /// Its first line in the file, from 1.
        let number: Int
        /// Its text, in UTF-8 or else in Windows-1252.
        let text: String
        /// Why it cannot be used; `nil` if libical may parse it.
        let fault: String?
        /// What it was read as, if it is not quite what it should be.
        var remark: String?
    }

    /// A component with its own lines.
    struct Component {
        let name: String
        /// Its first line in the file.
        let number: Int
        var lines: [Line] = []
        var children: [Component] = []
        /// Whether the file ends within it.
        var isCut = false
    }

    /// What is wrong with the order of lines.
    struct Flaw {
        /// The line, from 1.
        let number: Int
        /// What is wrong, and what is done.
        let message: String
    }

    /// The maximum size of a file, in bytes.
    static let maxBytes = 32 << 20
    private static let maxLevels = 8
    /// The maximum length, because libical's time grows with the square of a property's length.
    private static let longestProperty = 1 << 20
    private static let maxComponents = 100_000

    /// The components that a component of the file's own cannot be part of.
    private static let outer: Set = ["VCALENDAR"]
    private static let inner: Set = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY",
    ]

    /// The outermost components.
    private(set) var components: [Component] = []
    /// What is wrong with the order of lines.
    private(set) var flaws: [Flaw] = []
    /// Whether the file may once have had more than it has.
    private(set) var isPartial = false
    private var open: [Component] = []
    private var count = 0
    /// Lines outside of all components: the first, and how many there are.
    private var strays: (first: Int, count: Int) = (0, 0)

    /// Checks a file.
    ///
    /// A line that is invalid by itself has a fault. What the file lacks to be nested is added: the ends of components
    /// that another one follows, or where the file ends.
    init(_ bytes: [UInt8]) throws(RequestError) {
        guard bytes.count <= Self.maxBytes else {
            throw Self.tooLarge
        }
        var pending: (number: Int, bytes: ArraySlice<UInt8>, folds: [ArraySlice<UInt8>])?
        var number = 0
        let isReturn = Self.endsWithReturns(bytes)
        let lines = bytes.split(omittingEmptySubsequences: false) {
            $0 == Self.feed || isReturn && $0 == Self.carriage
        }
        for line in lines {
            number += 1
            // Files with marks are put together, and programs end lines twice.
            var text = TextBytes.withoutMark(line)
            while text.last == Self.carriage { text = text.dropLast() }
            guard let first = text.first else { continue }
            if let last = pending?.bytes, Self.name(last, "END:") == nil,
                first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
            {
                pending?.folds.append(text.dropFirst())
                continue
            }
            if let (number, bytes, folds) = pending { try add(bytes, folds, number) }
            pending = (number, text, [])
        }
        let isEnded = bytes.last.map { $0 == Self.feed || $0 == Self.carriage } ?? true
        if let (number, bytes, folds) = pending {
            // It may be cut in the middle.
            if isEnded || open.isEmpty || Self.name(bytes, "END:") != nil {
                try add(bytes, folds, number)
            }
        }
        finish(at: number)
        guard !components.isEmpty else {
            guard strays.count == 0 else {
                throw Self.fault(strays.first, "a calendar must start with BEGIN:VCALENDAR")
            }
            throw RequestError(.invalidContent, "the file has no calendar")
        }
        guard strays.count > 0 else { return }
        let words = strays.count == 1 ? "1 line is" : "\(strays.count) lines are"
        note(strays.first, "\(words) outside of BEGIN:VCALENDAR and END:VCALENDAR; left out")
    }

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")

    /// Whether lines end with a carriage return alone.
    private static func endsWithReturns(_ bytes: [UInt8]) -> Bool {
        var (feeds, returns) = (0, 0)
        var last: UInt8 = 0
        for byte in bytes {
            if byte == feed { feeds += 1 }
            if last == carriage, byte != feed { returns += 1 }
            last = byte
        }
        return returns > feeds
    }

    /// Ends what is open where the file ends.
    private mutating func finish(at number: Int) {
        guard let last = open.last else { return }
        isPartial = true
        note(number, "the file ends before END:\(last.name); what it has up to there is read")
        for place in open.indices { open[place].isCut = true }
        while !open.isEmpty { close() }
    }

    private mutating func note(_ number: Int, _ message: String) {
        flaws.append(Flaw(number: number, message: message))
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
            endOthers(before: name)
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
            guard let place = open.lastIndex(where: { $0.name == name }) else {
                note(number, "END:\(name) has no BEGIN:\(name); the line is skipped")
                return
            }
            end(to: place + 1)
            close()
        } else if open.isEmpty {
            if strays.count == 0 { strays.first = number }
            strays.count += 1
        } else {
            let line = Self.line(bytes, number)
            open[open.count - 1].lines.append(line)
        }
    }

    /// Ends the components that cannot contain one that begins.
    private mutating func endOthers(before name: String) {
        if Self.outer.contains(name) { return end(to: 0) }
        let place = open.firstIndex {
            Self.inner.contains($0.name) && (Self.inner.contains(name) || name == $0.name)
                || $0.name == "VALARM" && name == "VALARM"
        }
        if let place { end(to: place) }
    }

    /// Ends components whose end is missing.
    private mutating func end(to place: Int) {
        while open.count > place, let last = open.last {
            note(last.number, "BEGIN:\(last.name) has no END:\(last.name)")
            close()
        }
    }

    private mutating func close() {
        guard let last = open.popLast() else { return }
        if open.isEmpty {
            components.append(last)
        } else {
            open[open.count - 1].children.append(last)
        }
    }

    private static func line(_ bytes: ArraySlice<UInt8>, _ number: Int) -> Line {
        if bytes.count > longestProperty || bytes.contains(0) {
            let fault =
                bytes.contains(0)
                ? "it has the control character U+0000"
                : "a property is longer than \(longestProperty >> 20) MiB"
            // Only its name is used.
            let name = String(decoding: bytes.prefix(64), as: UTF8.self)
            return Line(number: number, text: name, fault: fault)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let text = WesternText.string(bytes)
            let remark = "the text is not valid UTF-8; it is read as Windows-1252"
            return Line(number: number, text: text, fault: nil, remark: remark)
        }
        return Line(number: number, text: text, fault: nil)
    }

    private static func name(_ line: ArraySlice<UInt8>, _ word: String) -> String? {
        guard line.count > word.utf8.count, line.count < 80 else { return nil }
        let text = String(decoding: line, as: UTF8.self).uppercased()
        guard text.hasPrefix(word) else { return nil }
        return text.dropFirst(word.count).filter { !$0.isWhitespace }
    }

    private static func fault(_ line: Int, _ message: String) -> RequestError {
        RequestError(.invalidContent, message).at("line \(line)")
    }
}
