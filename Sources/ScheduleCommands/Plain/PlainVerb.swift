import NotifyCore

/// A verb that is used so often that ``PlainWords`` reads its common command lines.
protocol PlainVerb {
    /// Reads the words after the verb.
    ///
    /// - Returns: `nil` if only the parser can read them.
    init?(plain words: inout PlainWords)

    /// Whether it calls the agent.
    var asksTheAgent: Bool { get }

    mutating func run() throws
}

extension PlainVerb {
    var asksTheAgent: Bool { true }

    /// Reads the words after the verb; `nil` if only the parser can read them.
    static func plain(_ words: ArraySlice<String>) -> Self? {
        var words = PlainWords(words)
        return Self(plain: &words)
    }
}

/// The verbs that are read plainly.
enum PlainVerbs {
    /// Returns the command of a command line; `nil` if only the parser can read it.
    static func command(_ words: ArraySlice<String>) -> (any PlainVerb)? {
        guard let verb = words.first else { return nil }
        let words = words.dropFirst()
        switch verb {
        case "add": return Addition.plain(words)
        case "list", "ls": return ListCommand.plain(words)
        case "next": return NextDates.plain(words)
        case "remove", "rm": return RemoveCommand.plain(words)
        case "snooze": return SnoozeCommand.plain(words)
        default: return nil
        }
    }
}

extension Addition: PlainVerb {
    init?(plain words: inout PlainWords) {
        written = words.written(Set(WrittenPart.allCases).subtracting([.title, .body]))
        app = words.text("--app")
        identifier = words.text("--id")
        waits = words.flag("-w", "--wait")
        targets = words.text("--to")
        json = words.flag("--json")
        guard let texts = words.rest(0...2) else { return nil }
        written.add(.title, texts.first)
        written.add(.body, texts.dropFirst().first)
    }
}

extension ListCommand: PlainVerb {
    init?(plain words: inout PlainWords) {
        self.init()
        filter = AppFilter(&words)
        range = ListRange(&words)
        json = words.flag("--json")
        guard let lists = words.rest(0...1) else { return nil }
        which = lists.first ?? "pending"
    }
}

extension NextDates: PlainVerb {
    init?(plain words: inout PlainWords) {
        written = words.written(Self.parts)
        after = words.text("--after")
        count = words.number("--count")
        json = words.flag("--json")
        guard let identifiers = words.rest(0...1) else { return nil }
        identifier = identifiers.first
    }

    var asksTheAgent: Bool { identifier != nil || listsRequests }
}

extension RemoveCommand: PlainVerb {
    init?(plain words: inout PlainWords) {
        self.init()
        var selection = SelectionOptions()
        selection.prefix = words.text("--prefix")
        selection.all = words.flag("--all")
        selection.app = words.text("--app")
        pending = words.flag("--pending")
        delivered = words.flag("--delivered")
        yes = words.flag("-y", "--yes")
        forever = words.flag("--forever")
        json = words.flag("--json")
        guard let identifiers = words.rest(0...Int.max) else { return nil }
        selection.identifiers = identifiers
        self.selection = selection
    }
}

extension SnoozeCommand: PlainVerb {
    init?(plain words: inout PlainWords) {
        self.init()
        json = words.flag("--json")
        guard let texts = words.rest(2...2) else { return nil }
        (identifier, span) = (texts[0], texts[1])
    }
}

extension AppFilter {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        app = words.text("--app")
    }
}

extension ListRange {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        search = words.text("--search")
        from = words.text("--from")
        to = words.text("--to")
    }
}
