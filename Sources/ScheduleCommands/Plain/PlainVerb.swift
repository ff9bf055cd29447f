import ArgumentParser

/// A verb that is used so often that ``PlainWords`` reads its common command lines.
protocol PlainVerb: ParsableCommand {
    /// Reads the words after the verb.
    ///
    /// - Returns: `nil` if only the parser can read them.
    init?(plain words: inout PlainWords)

    /// Whether it calls the agent.
    var asksTheAgent: Bool { get }
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
        case "add": return AddCommand.plain(words)
        case "list", "ls": return ListCommand.plain(words)
        case "next": return NextCommand.plain(words)
        case "remove", "rm": return RemoveCommand.plain(words)
        case "snooze": return SnoozeCommand.plain(words)
        default: return nil
        }
    }
}

extension AddCommand: PlainVerb {
    init?(plain words: inout PlainWords) {
        self.init()
        time = TimeOptions(&words)
        reminders = ReminderOptions(&words)
        identifier = words.text("--id")
        parts = PartOptions(&words)
        belonging = ContentArguments(&words)
        bubble = BubbleArguments(&words)
        waits = words.flag("-w", "--wait")
        targets = words.text("--to")
        json = words.flag("--json")
        guard let texts = words.rest(0...2) else { return nil }
        title = texts.first
        body = texts.count > 1 ? texts[1] : nil
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

extension NextCommand: PlainVerb {
    init?(plain words: inout PlainWords) {
        self.init()
        date = words.text("--at")
        components = words.text("--components")
        onCalendar = words.text("--on")
        cron = words.text("--cron")
        recurrence = RecurrenceOptions(&words)
        zone = words.text("--tz")
        after = words.text("--after")
        monthEnd = words.flag("--month-end")
        count = words.number("--count") ?? 3
        json = words.flag("--json")
        guard let identifiers = words.rest(0...1) else { return nil }
        identifier = identifiers.first
    }

    var asksTheAgent: Bool { identifier != nil }
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

extension TimeOptions {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        delay = words.text("--in")
        interval = words.text("--every")
        date = words.text("--at")
        components = words.text("--components")
        onCalendar = words.text("--on")
        cron = words.text("--cron")
        recurrence = RecurrenceOptions(&words)
        place = words.text("--near")
        onEntry = words.flag("--on-entry")
        onExit = words.flag("--on-exit")
        ifInside = words.flag("--if-inside")
        zone = words.text("--tz")
        repeats = words.flag("--repeat")
        once = words.flag("--once")
        until = words.text("--until")
        times = words.number("--times")
        monthEnd = words.flag("--month-end")
        late = words.text("--late")
        wake = words.flag("--wake")
        reallyOften = words.flag("--yes-really-often")
    }
}

extension RecurrenceOptions {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        rule = words.text("--rrule")
        starting = words.text("--starting")
        except = words.texts("--except")
        also = words.texts("--also")
    }
}

extension ReminderOptions {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        before = words.text("--before")
        nag = words.text("--nag")
    }
}

extension PartOptions {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        subtitle = words.text("--subtitle")
        sound = words.text("--sound")
        badge = words.number("--badge")
        level = words.text("--level")
        openURL = words.text("--open")
        command = words.text("--run")
        actions = words.texts("--action")
        snooze = words.text("--snooze")
        attachments = words.texts("--attach")
        reply = words.text("--reply")
    }
}

extension ContentArguments {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        appID = words.text("--app")
        thread = words.text("--thread")
        category = words.text("--category")
        userInfo = words.texts("--user-info")
    }
}

extension BubbleArguments {
    fileprivate init(_ words: inout PlainWords) {
        self.init()
        markup = words.flag("--markup")
        urgency = words.text("-u", "--urgency")
        milliseconds = words.text("-t", "--expire-time")
        expiry = words.text("--expire")
        appName = words.text("-a", "--app-name")
        icon = words.text("-i", "--icon", "-n", "--app-icon")
        isTransient = words.flag("-e", "--transient")
        hints = words.texts("--hint")
        // The parser has the messages for those of notify-send.
        (categoryOfSend, actionsOfSend, replacedBySend, printsID) = (nil, [], nil, false)
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
