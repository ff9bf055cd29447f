/// Matches the forms of the grammar with a text.
///
/// All ways to read the text are found, so that two different meanings are noticed.
struct PhraseReader {
    /// A place that was reached, and what was read on the way.
    struct State {
        var position: Int
        var captures: PhraseCaptures
    }

    let phrase: Phrase
    /// What slots that are made of forms read at a place, with their ends.
    private var known: [Key: [State]] = [:]

    private struct Key: Hashable {
        let slot: PhraseSlot
        let position: Int
    }

    init(_ phrase: Phrase) {
        self.phrase = phrase
    }

    /// What the whole text means by some forms.
    mutating func meanings<Meaning>(of forms: [PhraseForm<Meaning>]) -> [Meaning] {
        var found: [Meaning] = []
        for form in forms {
            for pattern in form.patterns {
                for state in match(pattern.node, [State(position: 0, captures: PhraseCaptures())])
                where state.position == phrase.tokens.count {
                    if let meaning = form.read(state.captures) { found.append(meaning) }
                }
            }
        }
        return found
    }

    /// What the beginning of the text means by the first form that has it.
    mutating func firstBeginning<Meaning>(of forms: [PhraseForm<Meaning>]) -> Meaning? {
        for form in forms {
            for pattern in form.patterns {
                for state in match(pattern.node, [State(position: 0, captures: PhraseCaptures())]) {
                    if let meaning = form.read(state.captures) { return meaning }
                }
            }
        }
        return nil
    }

    private mutating func match(_ node: PhrasePattern.Node, _ states: [State]) -> [State] {
        guard !states.isEmpty else { return [] }
        switch node {
        case .literal(let text):
            return states.compactMap { state in
                guard phrase.has(text, at: state.position) else { return nil }
                return State(position: state.position + 1, captures: state.captures)
            }
        case .slot(let slot):
            var reached: [State] = []
            for state in states { reached += read(slot, state) }
            return reached
        case .sequence(let nodes):
            var states = states
            for node in nodes { states = match(node, states) }
            return states
        case .choice(let nodes):
            var reached: [State] = []
            for node in nodes { reached += match(node, states) }
            return reached
        case .optional(let node):
            return states + match(node, states)
        }
    }

    private mutating func read(_ slot: PhraseSlot, _ state: State) -> [State] {
        switch slot {
        case .time: read(slot, state, DateGrammar.times) { $0.time = $1 }
        case .base: read(slot, state, DateGrammar.fullHours) { $0.time = $1 }
        case .bare: read(slot, state, DateGrammar.bareHours) { $0.time = $1 }
        case .date: read(slot, state, DateGrammar.calendarDays) { $0.date = $1 }
        case .day: read(slot, state, DateGrammar.days) { $0.date = $1 }
        case .ofMonth: read(slot, state, DateGrammar.months) { $0.ofMonth = $1 }
        case .piece: read(slot, state, DateGrammar.spans) { $0.span = $1 }
        case .span: spans(state)
        case .recurrence: read(slot, state, DateGrammar.recurrences) { $0.recurrence = $1 }
        case .counted: read(slot, state, DateGrammar.countedDays) { $0.counted = $1 }
        default: slot.read(phrase, state)
        }
    }

    /// Reads a slot that is made of forms.
    private mutating func read<Meaning>(
        _ slot: PhraseSlot,
        _ state: State,
        _ forms: [PhraseForm<Meaning>],
        _ set: (inout PhraseCaptures, Meaning) -> Void
    ) -> [State] {
        let key = Key(slot: slot, position: state.position)
        let ends: [State]
        if let found = known[key] {
            ends = found
        } else {
            var found: [State] = []
            let start = State(position: state.position, captures: PhraseCaptures())
            for form in forms {
                for pattern in form.patterns {
                    for end in match(pattern.node, [start]) {
                        guard let meaning = form.read(end.captures) else { continue }
                        var captures = PhraseCaptures()
                        set(&captures, meaning)
                        found.append(State(position: end.position, captures: captures))
                    }
                }
            }
            known[key] = found
            ends = found
        }
        return ends.map { end in
            var captures = state.captures
            captures.time = end.captures.time ?? captures.time
            captures.date = end.captures.date ?? captures.date
            captures.span = end.captures.span ?? captures.span
            captures.ofMonth = end.captures.ofMonth ?? captures.ofMonth
            captures.recurrence = end.captures.recurrence ?? captures.recurrence
            captures.counted = end.captures.counted ?? captures.counted
            return State(position: end.position, captures: captures)
        }
    }

    /// Reads lengths that add up: `1 hour and 30 minutes`.
    private mutating func spans(_ state: State) -> [State] {
        var reached: [State] = []
        var sums: [(position: Int, sum: SpanPhrase)] = [(state.position, SpanPhrase())]
        while let (position, sum) = sums.popLast(), reached.count < Phrase.maxLength {
            let start = State(position: position, captures: PhraseCaptures())
            for end in read(.piece, start) {
                guard let piece = end.captures.span, let total = sum.adding(piece) else { continue }
                var captures = state.captures
                captures.span = total
                reached.append(State(position: end.position, captures: captures))
                var next = end.position
                if phrase.has(",", at: next) { next += 1 }
                if phrase.has("and", at: next) { next += 1 }
                sums.append((next, total))
            }
        }
        return reached
    }
}
