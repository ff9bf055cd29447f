import ArgumentParser
import NotifyCore

// The options that are parts of a request, as ``WrittenPart/Group`` groups and orders them.

extension OptionGroup {
    /// Makes a group of options with the title of a group of parts.
    init(_ group: WrittenPart.Group) { self.init(title: group.rawValue) }
}

/// The options for a date or a rule of every day, which `next` has as well.
struct DateOptions: ParsableArguments {
    @Option(.at) var date: String?
    @Option(.on) var event: String?
    @Option(.every) var interval: String?

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.at, date)
        written.add(.on, event)
        written.add(.every, interval)
        return written
    }
}

/// The other options for a rule, which `next` has as well.
struct RuleOptions: ParsableArguments {
    @Option(.zone) var zone: String?
    @Option(.cron) var cron: String?
    @Option(.rrule) var rule: String?
    @Option(.components) var components: String?
    @Option(.starting) var starting: String?
    @Option(.except) var except: [String] = []
    @Option(.also) var also: [String] = []
    @Flag(.monthEnd) var monthEnd = false

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.zone, zone)
        written.add(.cron, cron)
        written.add(.rrule, rule)
        written.add(.components, components)
        written.add(.starting, starting)
        written.add(.except, except)
        written.add(.also, also)
        written.add(.monthEnd, monthEnd)
        return written
    }
}

/// The options for the time of a notification.
struct TimeOptions: ParsableArguments {
    @Option(.delay) var delay: String?
    @OptionGroup var date: DateOptions
    @Flag(.repeats) var repeats = false

    @Flag(name: .customLong("once"), help: "Fire only at the first match (--every, --on, --cron).")
    var once = false

    @Option(.until) var until: String?
    @Option(.times) var times: String?

    /// What is written.
    func written() throws(UsageError) -> WrittenRequest {
        guard !repeats || !once else {
            throw UsageError("--repeat and --once exclude each other; keep one of them")
        }
        var written = WrittenRequest()
        written.add(.delay, delay)
        written.add(date.written)
        written.add(.repeats, repeats)
        if once { written.add(.repeats, "false") }
        written.add(.until, until)
        written.add(.times, times)
        return written
    }
}

/// The options for what a notification shows, but for its title and its body.
struct ContentOptions: ParsableArguments {
    @Option(.subtitle) var subtitle: String?
    @Option(.icon) var icon: String?
    @Option(.sound) var sound: String?
    @Option(.attach) var attachments: [String] = []
    @Flag(.markup) var markup = false

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.subtitle, subtitle)
        written.add(.icon, icon)
        written.add(.sound, sound)
        written.add(.attach, attachments)
        written.add(.markup, markup)
        return written
    }
}

/// The options for what a notification does.
struct ButtonOptions: ParsableArguments {
    @Option(.action) var actions: [String] = []
    @Option(.reply) var reply: String?
    @Option(.snooze) var snooze: [String] = []
    @Option(.open) var openURL: String?
    @Option(.run) var command: String?

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.action, actions)
        written.add(.reply, reply)
        written.add(.snooze, snooze)
        written.add(.open, openURL)
        written.add(.run, command)
        return written
    }
}

/// The options for how a notification behaves.
struct BehaviourOptions: ParsableArguments {
    @Option(.level) var level: String?
    @Option(.urgency) var urgency: String?
    @Option(.before) var before: [String] = []
    @Option(.nag) var nag: String?
    @Option(.late) var late: String?
    @Flag(.wake) var wake = false
    @Flag(.isPrivate) var isPrivate = false
    @Option(.expire) var expiry: String?
    @Option(.milliseconds) var milliseconds: String?

    /// What is written.
    var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.level, level)
        written.add(.urgency, urgency)
        written.add(.before, before)
        written.add(.nag, nag)
        written.add(.late, late)
        written.add(.wake, wake)
        written.add(.isPrivate, isPrivate)
        written.add(.expire, expiry)
        written.add(.milliseconds, milliseconds)
        return written
    }
}

/// The options that few need.
struct AdvancedOptions: ParsableArguments {
    @OptionGroup var rule: RuleOptions
    @Option(.near) var place: String?
    @Flag(.onEntry) var onEntry = false
    @Flag(.onExit) var onExit = false
    @Flag(.ifInside) var ifInside = false
    @Flag(.reallyOften) var reallyOften = false

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
    @Option(.badge) var badge: String?
    @Option(.appName) var appName: String?
    @Flag(.transient) var isTransient = false
    @Option(.hint) var hints: [String] = []

    /// What is written, but for the app.
    var written: WrittenRequest {
        var written = rule.written
        written.add(.near, place)
        written.add(.onEntry, onEntry)
        written.add(.onExit, onExit)
        written.add(.ifInside, ifInside)
        written.add(.reallyOften, reallyOften)
        written.add(.thread, thread)
        written.add(.category, category)
        written.add(.userInfo, userInfo)
        written.add(.badge, badge)
        written.add(.appName, appName)
        written.add(.transient, isTransient)
        written.add(.hint, hints)
        return written
    }
}

/// Options that only notify-send has.
struct SendOnlyOptions: ParsableArguments {
    @Option(name: .customShort("c"), parsing: .unconditional, help: .hidden)
    var categoryOfSend: String?

    @Option(name: .customShort("A"), parsing: .unconditionalSingleValue, help: .hidden)
    var actionsOfSend: [String] = []

    @Option(name: .customShort("r"), parsing: .unconditional, help: .hidden)
    var replacedBySend: String?

    @Flag(name: .customShort("p"), help: .hidden)
    var printsID = false

    /// Refuses the options, with what to use instead.
    func refuse(_ verb: String) throws(UsageError) {
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

/// The options that are parts of a request, but for its title and its body.
struct RequestOptions: ParsableArguments {
    @OptionGroup(.when) var time: TimeOptions
    @OptionGroup(.what) var content: ContentOptions
    @OptionGroup(.buttons) var buttons: ButtonOptions
    @OptionGroup(.how) var behaviour: BehaviourOptions
    @OptionGroup(.advanced) var advanced: AdvancedOptions
    @OptionGroup var sendOnly: SendOnlyOptions

    /// Returns what is written.
    ///
    /// - Parameter verb: the verb, which refuses options that only notify-send has.
    func written(title: String?, body: String?, _ verb: String) throws -> WrittenRequest {
        try sendOnly.refuse(verb)
        var written = WrittenRequest()
        written.add(.title, title)
        written.add(.body, try body == "-" ? StandardInput.text() : body)
        written.add(try time.written())
        for group in [
            content.written, buttons.written, behaviour.written, advanced.written,
        ] {
            written.add(group)
        }
        return written
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { [content.subtitle, buttons.reply, advanced.appName].compactMap(\.self) }
}
