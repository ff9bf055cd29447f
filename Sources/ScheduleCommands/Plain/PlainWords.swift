import NotifyCore

/// The words of a command line, read one option after the other without the parser of arguments.
///
/// The parser takes 18 million instructions for `add`, more than twice what all of notify-send does. Most command
/// lines are of a few forms, and only these are read: `--option value`, `--option=value`, `-o value`, flags, each once,
/// and other words. A command line of any other form has no meaning here, and goes to the parser, which has
/// the messages.
struct PlainWords {
    private let words: [String]
    /// Whether each word was taken.
    private var isTaken: [Bool]
    /// Whether there is something that only the parser reads.
    private var isOdd: Bool

    init(_ words: ArraySlice<String>) {
        self.words = Array(words)
        isTaken = Array(repeating: false, count: words.count)
        // Swift has repaired bytes that are not UTF-8.
        isOdd = words.contains { $0.unicodeScalars.contains("\u{FFFD}") }
    }

    /// Takes an option with its value; `nil` if it is not given.
    mutating func text(_ names: String...) -> String? {
        let found = values(names)
        isOdd = isOdd || found.count > 1
        return found.last
    }

    /// Takes the options of parts of a request.
    mutating func written(_ parts: Set<WrittenPart>) -> WrittenRequest {
        var written = WrittenRequest()
        for index in words.indices where !isTaken[index] && words[index].hasPrefix("-") {
            let name = String(words[index].prefix { $0 != "=" })
            guard let part = WrittenPart(option: name), parts.contains(part) else { continue }
            let row = part.row
            isOdd = isOdd || !row.repeats && written[part] != nil
            if row.kind == .flag {
                written.add(part, flag(name))
            } else {
                written.add(part, value(at: index, of: name))
            }
        }
        if parts.contains(.repeats), flag("--once") {
            isOdd = isOdd || written[.repeats] != nil
            written.add(.repeats, "false")
        }
        return written
    }

    /// Takes an option whose value is a number; `nil` if it is not given.
    mutating func number(_ name: String) -> Int? {
        guard let text = text(name) else { return nil }
        let number = Int(text)
        isOdd = isOdd || number == nil
        return number
    }

    /// Takes a flag.
    mutating func flag(_ names: String...) -> Bool {
        var count = 0
        for index in words.indices where names.contains(words[index]) {
            isTaken[index] = true
            count += 1
        }
        isOdd = isOdd || count > 1
        return count > 0
    }

    /// Returns the words that are no options, after all options were taken.
    ///
    /// - Parameter count: how many there may be.
    /// - Returns: `nil` if only the parser can read the command line.
    func rest(_ count: ClosedRange<Int>) -> [String]? {
        let rest = words.indices.filter { !isTaken[$0] }.map { words[$0] }
        guard !isOdd, count.contains(rest.count), !rest.contains(where: { $0.hasPrefix("-") })
        else {
            return nil
        }
        return rest
    }

    private mutating func values(_ names: [String]) -> [String] {
        words.indices.filter { !isTaken[$0] }.compactMap { index in
            names.first(where: words[index].hasPrefix).flatMap { value(at: index, of: $0) }
        }
    }

    /// Takes the option of a name, with its value; `nil` if another one is there.
    private mutating func value(at index: Int, of name: String) -> String? {
        let word = words[index]
        let value: String
        if word == name {
            guard index + 1 < words.count else { return nil }
            value = words[index + 1]
            isTaken[index + 1] = true
        } else if name.hasPrefix("--"), word.dropFirst(name.count).first == "=" {
            value = String(word.dropFirst(name.count + 1))
        } else {
            return nil
        }
        isTaken[index] = true
        // An option where the value should be, or none.
        isOdd = isOdd || value.isEmpty || value.hasPrefix("-")
        return value
    }
}
