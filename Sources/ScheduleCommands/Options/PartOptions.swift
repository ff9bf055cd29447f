import ArgumentParser
import NotifyCore

/// The options of a rule or a date, which `next` has as well.
struct RuleOptions: ParsableArguments {
    @Option(.at) var date: String?
    @Option(.components) var components: String?
    @Option(.on) var event: String?
    @Option(.cron) var cron: String?
    @Option(.rrule) var rule: String?
    @Option(.starting) var starting: String?
    @Option(.except) var except: [String] = []
    @Option(.also) var also: [String] = []

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.at, date)
        written.add(.components, components)
        written.add(.on, event)
        written.add(.cron, cron)
        written.add(.rrule, rule)
        written.add(.starting, starting)
        written.add(.except, except)
        written.add(.also, also)
        return written
    }
}

/// The options for the time of a notification.
struct TimeOptions: ParsableArguments {
    @Option(.delay) var delay: String?
    @Option(.every) var interval: String?
    @OptionGroup var rule: RuleOptions
    @Option(.near) var place: String?
    @Flag(.onEntry) var onEntry = false
    @Flag(.onExit) var onExit = false
    @Flag(.ifInside) var ifInside = false
    @Option(.zone) var zone: String?
    @Flag(.repeats) var repeats = false

    @Flag(name: .customLong("once"), help: "Fire only at the first match (--every, --on, --cron).")
    var once = false

    @Option(.until) var until: String?
    @Option(.times) var times: String?
    @Flag(.monthEnd) var monthEnd = false
    @Option(.late) var late: String?
    @Flag(.wake) var wake = false
    @Flag(.reallyOften) var reallyOften = false

    /// What is written.
    func written() throws(UsageError) -> WrittenRequest {
        guard !repeats || !once else {
            throw UsageError("--repeat and --once exclude each other; keep one of them")
        }
        var written = WrittenRequest()
        written.add(.delay, delay)
        written.add(.every, interval)
        written.add(rule.written)
        written.add(.near, place)
        written.add(.onEntry, onEntry)
        written.add(.onExit, onExit)
        written.add(.ifInside, ifInside)
        written.add(.zone, zone)
        written.add(.repeats, repeats)
        if once { written.add(.repeats, "false") }
        written.add(.until, until)
        written.add(.times, times)
        written.add(.monthEnd, monthEnd)
        written.add(.late, late)
        written.add(.wake, wake)
        written.add(.reallyOften, reallyOften)
        return written
    }
}

/// The options so that a notification is not missed.
struct ReminderOptions: ParsableArguments {
    @Option(.before) var before: [String] = []
    @Option(.nag) var nag: String?

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.before, before)
        written.add(.nag, nag)
        return written
    }
}

/// The options for what a notification shows, plays and does.
struct PartOptions: ParsableArguments {
    @Option(.subtitle) var subtitle: String?
    @Option(.sound) var sound: String?
    @Option(.badge) var badge: String?
    @Option(.level) var level: String?
    @Option(.open) var openURL: String?
    @Option(.run) var command: String?
    @Option(.action) var actions: [String] = []
    @Option(.snooze) var snooze: [String] = []
    @Option(.attach) var attachments: [String] = []
    @Option(.reply) var reply: String?

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.subtitle, subtitle)
        written.add(.sound, sound)
        written.add(.badge, badge)
        written.add(.level, level)
        written.add(.open, openURL)
        written.add(.run, command)
        written.add(.action, actions)
        written.add(.snooze, snooze)
        written.add(.attach, attachments)
        written.add(.reply, reply)
        return written
    }
}

/// The options for the app, the thread, the category and user info, as Apple names them.
struct ContentArguments: ParsableArguments {
    @Option(
        name: .customLong("app"),
        parsing: .unconditional,
        help: ArgumentHelp("The app that it comes from; default this command.", valueName: "id"),
        completion: .apps
    )
    var appID: String?

    @Option(.thread) var thread: String?
    @Option(.category) var category: String?
    @Option(.userInfo) var userInfo: [String] = []

    /// What is written, but for the app.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.thread, thread)
        written.add(.category, category)
        written.add(.userInfo, userInfo)
        return written
    }
}

/// The options for the bubble, named as in notify-send.
struct BubbleArguments: ParsableArguments {
    @Flag(.markup) var markup = false
    @Option(.urgency) var urgency: String?
    @Option(.milliseconds) var milliseconds: String?
    @Option(.expire) var expiry: String?
    @Option(.appName) var appName: String?
    @Option(.icon) var icon: String?
    @Flag(.transient) var isTransient = false
    @Option(.hint) var hints: [String] = []

    @Option(name: .customShort("c"), parsing: .unconditional, help: .hidden)
    var categoryOfSend: String?

    @Option(name: .customShort("A"), parsing: .unconditionalSingleValue, help: .hidden)
    var actionsOfSend: [String] = []

    @Option(name: .customShort("r"), parsing: .unconditional, help: .hidden)
    var replacedBySend: String?

    @Flag(name: .customShort("p"), help: .hidden)
    var printsID = false

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.markup, markup)
        written.add(.urgency, urgency)
        written.add(.milliseconds, milliseconds)
        written.add(.expire, expiry)
        written.add(.appName, appName)
        written.add(.icon, icon)
        written.add(.transient, isTransient)
        written.add(.hint, hints)
        return written
    }

    /// Refuses options that only notify-send has, with what to use instead.
    func refuseThoseOfSend(_ verb: String) throws(UsageError) {
        let isAdd = verb == "add"
        if let name = categoryOfSend {
            throw UsageError("\(verb) has no -c; write --hint string:category:\(name)")
        }
        if let action = actionsOfSend.first {
            throw UsageError(
                "\(verb) has no -A \(action.quoted); write --action \"Label=URL\", which says what it opens"
                    + (isAdd ? ", or use notify-schedule send, which prints the answer" : "")
            )
        }
        if replacedBySend != nil {
            throw UsageError(
                "\(verb) has no -r"
                    + (isAdd
                        ? "; write --id, which replaces a request of that identifier"
                        : "; it changes the request that it names")
            )
        }
        if printsID {
            throw UsageError(
                "\(verb) has no -p; it always prints the identifier"
                    + (isAdd ? ", and --id sets one" : "")
            )
        }
    }
}

/// The options that are parts of a request, but for its title, its body and its time.
struct RequestOptions: ParsableArguments {
    @OptionGroup(title: "So that it is not missed") var reminders: ReminderOptions
    @OptionGroup var parts: PartOptions
    @OptionGroup(title: "App, thread and category") var belonging: ContentArguments
    @OptionGroup(title: "Bubble, with the options of notify-send") var bubble: BubbleArguments

    /// Returns what is written.
    ///
    /// - Parameter verb: the verb, which refuses options that only notify-send has.
    func written(
        beside time: TimeOptions,
        title: String?,
        body: String?,
        _ verb: String
    ) throws -> WrittenRequest {
        try bubble.refuseThoseOfSend(verb)
        var written = WrittenRequest()
        written.add(.title, title)
        written.add(.body, try body == "-" ? StandardInput.text() : body)
        written.add(try time.written())
        for group in [reminders.written, parts.written, belonging.written, bubble.written] {
            written.add(group)
        }
        return written
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { [parts.subtitle, parts.reply, bubble.appName].compactMap(\.self) }
}
