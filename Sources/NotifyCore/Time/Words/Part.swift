/// A part of the grammar of dates in words: how the manual writes it, and what it means at a place of a phrase.
///
/// All ways to read it are found, so that two different meanings are noticed.
struct Part<Value: Sendable>: Sendable {
    /// What was read, and where it ends.
    struct Reading: Sendable {
        let value: Value
        let end: Int
    }

    /// As the manual writes it.
    let text: String
    /// Reads the part at a place.
    let read: @Sendable (_ phrase: Phrase, _ start: Int) -> [Reading]

    /// A part with a name, which is read in one way at most.
    init(slot name: String, _ one: @escaping @Sendable (Phrase, Int) -> (Value, Int)?) {
        text = "<\(name)>"
        read = { phrase, start in
            one(phrase, start).map { [Reading(value: $0, end: $1)] } ?? []
        }
    }

    /// A part with a name, which is read in several ways.
    init(slots name: String, _ all: @escaping @Sendable (Phrase, Int) -> [Reading]) {
        text = "<\(name)>"
        read = all
    }

    /// A part with a name that stands for forms of the grammar.
    init(forms name: String, _ forms: @escaping @Sendable () -> [PhraseForm<Value>]) {
        self.init(slots: name) { phrase, start in
            phrase.known.readings(name, start) {
                forms().flatMap { $0.parts.flatMap { $0.read(phrase, start) } }
            }
        }
    }

    /// A part with a name that is one of some others.
    init(oneOf name: String, _ parts: Part...) {
        self.init(slots: name) { phrase, start in parts.flatMap { $0.read(phrase, start) } }
    }

    /// Words alone.
    init(words: String, means value: Value) {
        let words = FixedWords(words)
        text = words.text
        read = { phrase, start in words.after(value, phrase, start) }
    }

    /// Another part between words.
    init<A>(
        _ before: String,
        _ a: Part<A>,
        _ after: String = "",
        _ meaning: @escaping @Sendable (A) -> Value?
    ) {
        let (first, last) = (FixedWords(before), FixedWords(after))
        text = Self.joined(first.text, a.text, last.text)
        read = { phrase, start in
            first.then(a, phrase, start).flatMap { a in
                last.after(meaning(a.value), phrase, a.end)
            }
        }
    }

    /// Two other parts between words.
    init<A, B>(
        _ before: String,
        _ a: Part<A>,
        _ between: String,
        _ b: Part<B>,
        _ after: String = "",
        _ meaning: @escaping @Sendable (A, B) -> Value?
    ) {
        let (first, second, last) = (FixedWords(before), FixedWords(between), FixedWords(after))
        text = Self.joined(first.text, a.text, second.text, b.text, last.text)
        read = { phrase, start in
            first.then(a, phrase, start).flatMap { a in
                second.then(b, phrase, a.end).flatMap { b in
                    last.after(meaning(a.value, b.value), phrase, b.end)
                }
            }
        }
    }

    /// Three other parts with words before each.
    init<A, B, C>(
        _ before: String,
        _ a: Part<A>,
        _ between: String,
        _ b: Part<B>,
        _ then: String,
        _ c: Part<C>,
        _ meaning: @escaping @Sendable (A, B, C) -> Value?
    ) {
        let pair = Part<(A, B)>(before, a, between, b) { ($0, $1) }
        self.init("", pair, then, c) { meaning($0.0, $0.1, $1) }
    }

    /// All meanings of a whole phrase.
    func meanings(of phrase: Phrase) -> [Value] {
        read(phrase, 0).filter { $0.end == phrase.tokens.count }.map(\.value)
    }

    private static func joined(_ texts: String...) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Words that stand in a form: a bar separates alternatives in parentheses or brackets, and what is in brackets can be
/// left out.
struct FixedWords: Sendable {
    let text: String
    /// Each way to write them.
    private let ways: [[String]]

    init(_ text: String) {
        self.text = text
        var scanner = SpecScanner(text)
        ways = Self.alternatives(&scanner)
    }

    /// Where the words end that stand at a place.
    func ends(_ phrase: Phrase, _ start: Int) -> [Int] {
        ways.filter { way in
            way.indices.allSatisfy { phrase.has(way[$0], at: start + $0) }
        }
        .map { start + $0.count }
    }

    /// Reads a part after the words.
    func then<Value>(_ part: Part<Value>, _ phrase: Phrase, _ start: Int) -> [Part<Value>.Reading] {
        ends(phrase, start).flatMap { part.read(phrase, $0) }
    }

    /// Ends a part with the words.
    func after<Value>(_ value: Value?, _ phrase: Phrase, _ end: Int) -> [Part<Value>.Reading] {
        guard let value else { return [] }
        return ends(phrase, end).map { .init(value: value, end: $0) }
    }

    private static func alternatives(_ scanner: inout SpecScanner) -> [[String]] {
        var all = sequence(&scanner)
        while scanner.skip("|") { all += sequence(&scanner) }
        return all
    }

    private static func sequence(_ scanner: inout SpecScanner) -> [[String]] {
        var all: [[String]] = [[]]
        while true {
            scanner.skipSpaces()
            let next: [[String]]
            switch scanner.peek {
            case nil, "|", "]", ")": return all
            case "[":
                scanner.skipByte()
                next = [[]] + alternatives(&scanner)
                _ = scanner.skip("]")
            case "(":
                scanner.skipByte()
                next = alternatives(&scanner)
                _ = scanner.skip(")")
            default:
                let word = scanner.takeLetters()
                next = [[word.isEmpty ? scanner.takeSign() : word]]
            }
            all = all.flatMap { start in next.map { start + $0 } }
        }
    }
}

extension SpecScanner {
    /// Reads digits, or one sign.
    fileprivate mutating func takeSign() -> String {
        let digits = takeDigits()
        return digits.isEmpty ? takeAny().map { String($0) } ?? "" : digits
    }
}

/// A form of the grammar: an example for the manual, and the ways to write it.
struct PhraseForm<Meaning: Sendable>: Sendable {
    let example: Example
    var parts: [Part<Meaning>] = []
}

/// A text that can be typed, and what it means; the parts below it in a table are the ways to write it.
struct Example: Sendable {
    let text: String
    let meaning: String

    init(_ text: String, _ meaning: String) { (self.text, self.meaning) = (text, meaning) }
}

/// Makes a table of forms, each row of which the compiler checks by itself.
@resultBuilder
enum PhraseForms<Meaning: Sendable> {
    enum Row {
        case example(Example)
        case part(Part<Meaning>)
    }

    static func buildExpression(_ example: Example) -> Row { .example(example) }

    static func buildExpression(_ part: Part<Meaning>) -> Row { .part(part) }

    static func buildBlock(_ rows: Row...) -> [PhraseForm<Meaning>] {
        rows.reduce(into: []) { forms, row in
            switch row {
            case .example(let example): forms.append(PhraseForm(example: example))
            case .part(let part): forms[forms.count - 1].parts.append(part)
            }
        }
    }

    /// A table of forms.
    static func table(
        @PhraseForms<Meaning> _ forms: () -> [PhraseForm<Meaning>]
    ) -> [PhraseForm<Meaning>] { forms() }
}
