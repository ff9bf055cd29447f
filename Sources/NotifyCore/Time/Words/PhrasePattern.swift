/// A form of words, such as `[the] <nth> of (this|next) month`.
///
/// Words and signs stand for themselves, `<slot>` for what a ``PhraseSlot`` reads, brackets hold what can be left out,
/// and a bar separates alternatives within brackets or parentheses.
struct PhrasePattern: Sendable {
    /// A part of a pattern.
    indirect enum Node: Sendable {
        case literal(String)
        case slot(PhraseSlot)
        case sequence([Node])
        case choice([Node])
        case optional(Node)
    }

    /// The pattern as it was written.
    let text: String
    let node: Node

    /// Reads a pattern; a slot that does not exist never matches.
    init(_ text: String) {
        self.text = text
        var scanner = SpecScanner(text)
        node = Self.alternatives(&scanner)
    }

    /// The words of all literals, for suggestions.
    var words: [String] { Self.words(of: node) }

    /// Whether each slot that the pattern names exists.
    var isSound: Bool { Self.isSound(node) }

    private static func alternatives(_ scanner: inout SpecScanner) -> Node {
        var all = [sequence(&scanner)]
        while scanner.skip("|") { all.append(sequence(&scanner)) }
        return all.count == 1 ? all[0] : .choice(all)
    }

    private static func sequence(_ scanner: inout SpecScanner) -> Node {
        var nodes: [Node] = []
        while true {
            scanner.skipSpaces()
            switch scanner.peek {
            case nil, "|", "]", ")": return .sequence(nodes)
            case "[":
                scanner.skipByte()
                nodes.append(.optional(alternatives(&scanner)))
                _ = scanner.skip("]")
            case "(":
                scanner.skipByte()
                nodes.append(alternatives(&scanner))
                _ = scanner.skip(")")
            case "<":
                scanner.skipByte()
                let name = scanner.takeLetters()
                _ = scanner.skip(">")
                nodes.append(PhraseSlot(rawValue: name).map(Node.slot) ?? .choice([]))
            default:
                let word = scanner.takeLetters()
                let digits = word.isEmpty ? scanner.takeDigits() : word
                let sign = digits.isEmpty ? scanner.takeAny().map { String($0) } ?? "" : digits
                nodes.append(.literal(sign))
            }
        }
    }

    private static func words(of node: Node) -> [String] {
        switch node {
        case .literal(let text): text.utf8.count > 1 ? [text] : []
        case .slot: []
        case .sequence(let nodes), .choice(let nodes): nodes.flatMap(words)
        case .optional(let node): words(of: node)
        }
    }

    private static func isSound(_ node: Node) -> Bool {
        switch node {
        case .literal(let text): !text.isEmpty
        case .slot: true
        case .sequence(let nodes): nodes.allSatisfy(isSound)
        case .choice(let nodes): !nodes.isEmpty && nodes.allSatisfy(isSound)
        case .optional(let node): isSound(node)
        }
    }
}
