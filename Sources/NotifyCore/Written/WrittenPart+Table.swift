extension WrittenPart {
    /// The row of the table of parts.
    package var row: Row {
        switch self {
        case .title:
            Row(
                key: "Title",
                kind: .text,
                help: "The first line.",
                isLocalized: true,
                isCleared: false,
                change: { $0.setText(.title, $1.text ?? "") },
                texts: { [$0.content.title] }
            )
        case .subtitle:
            Row(
                key: "Subtitle",
                kind: .text,
                help: "A second line under the title.",
                isLocalized: true,
                change: { $0.setText(.subtitle, $1.text ?? "") },
                texts: { [$0.content.subtitle] }
            )
        case .body:
            Row(
                key: "Body",
                kind: .text,
                help: "The text; - reads it from standard input.",
                isLocalized: true,
                change: { $0.setText(.body, $1.text ?? "") },
                texts: { [$0.content.body] }
            )
        case .delay, .every, .at, .components, .on, .cron, .rrule, .starting, .except, .also, .near,
            .onEntry, .onExit, .ifInside, .repeats, .zone, .monthEnd, .reallyOften:
            rowOfTime
        case .until, .times, .late, .wake, .before, .nag, .isPrivate: rowOfLimits
        case .sound, .badge, .level, .urgency, .icon, .markup, .expire, .milliseconds, .appName,
            .transient, .hint:
            rowOfBubble
        case .open, .run, .action, .snooze, .reply, .attach, .thread, .category, .userInfo:
            rowOfAnswers
        }
    }

    /// The row of a part that describes the time, which are read together.
    private var rowOfTime: Row {
        switch self {
        case .delay:
            Row(
                key: "In",
                kind: .duration,
                help: "After a duration, such as 3s, 1h30m, 1:30 or \"2 days\".",
                isCleared: false,
                sets: .time
            )
        case .every:
            Row(
                key: "Every",
                kind: .duration,
                help: "Each time a duration has passed; at least 60s.",
                isCleared: false,
                sets: .time
            )
        case .at:
            Row(
                key: "At",
                kind: .date,
                help:
                    "At a date: 09:00, \"tomorrow at 5pm\", \"next friday\", \"2027-03-01 09:00\" or RFC 3339.",
                isCleared: false,
                sets: .time
            )
        case .components:
            Row(
                key: "Components",
                kind: .other,
                valueName: "json",
                help:
                    "When date components match, such as '{\"weekday\":3,\"hour\":14}'; Sunday is 1.",
                isCleared: false,
                sets: .time
            )
        case .on:
            Row(
                key: "OnCalendar",
                kind: .event,
                help:
                    "By a calendar event as in systemd.time(7), such as \"Tue 14:00\", or \"every weekday at 8:30\"; repeats.",
                isCleared: false,
                sets: .time
            )
        case .cron:
            Row(
                key: "Cron",
                kind: .other,
                valueName: "fields",
                help: "By cron's five fields, such as \"0 9 * * 1-5\"; repeats.",
                isCleared: false,
                sets: .time
            )
        case .rrule:
            Row(
                key: "RecurrenceRule",
                kind: .other,
                valueName: "rule",
                help:
                    "By a recurrence rule of calendars (RFC 5545), such as \"FREQ=WEEKLY;INTERVAL=2;BYDAY=TU\"; repeats.",
                isCleared: false,
                sets: .time
            )
        case .near:
            Row(
                key: "Near",
                kind: .other,
                valueName: "lat,lon,metres",
                help: "At a place: its centre and radius, or geo:52.52,13.405;u=200 (RFC 5870).",
                isCleared: false,
                sets: .time
            )
        case .starting:
            Row(
                key: "Starting",
                kind: .date,
                help:
                    "First date of --rrule, --every or --on \"every 3 days\", from which they count; it may be past.",
                isCleared: false,
                company: Self.series
            )
        case .except:
            Row(
                key: "Except",
                kind: .date,
                help: "Leave a date or a day out of these; repeatable.",
                repeats: true,
                separator: ";",
                company: Self.series
            )
        case .also:
            Row(
                key: "Also",
                kind: .date,
                help: "Add a date to these; repeatable.",
                repeats: true,
                separator: ";",
                company: Self.series
            )
        case .onEntry:
            Row(
                key: "OnEntry",
                kind: .flag,
                help: "Fire when you enter the place; the default.",
                isCleared: false,
                company: Self.place
            )
        case .onExit:
            Row(
                key: "OnExit",
                kind: .flag,
                help: "Fire when you leave the place.",
                isCleared: false,
                company: Self.place
            )
        case .ifInside:
            Row(
                key: "IfInside",
                kind: .flag,
                help: "Also fire at once if you are at the place already.",
                isCleared: false,
                company: Self.place
            )
        case .repeats:
            Row(
                key: "Repeat",
                kind: .flag,
                help: "Fire at every match (--in, --components, --near).",
                isCleared: false,
                company: Company(
                    need: "needs a time; add \([.delay, .components, .near], "or")",
                    parts: Set(Self.timeParts).subtracting([.at]),
                    purpose: ", which names one moment; write \(.on, is: "09:00") for each day"
                )
            )
        case .zone:
            Row(
                key: "TimeZone",
                kind: .zone,
                help:
                    "The time zone, such as Europe/Berlin or +05:30; default yours, wherever you are.",
                isCleared: false,
                company: Company(
                    need: "needs a date; add \([.at, .components, .on, .cron], "or")",
                    parts: Self.dated.union([.every]),
                    purpose: "; durations and places are the same in every zone"
                )
            )
        case .monthEnd:
            Row(
                key: "MonthEnd",
                kind: .flag,
                help: "In shorter months, days 29 to 31 mean the last day.",
                isCleared: false,
                company: Company(
                    need: "needs a date; add \([.components, .on, .cron], "or")",
                    parts: [.components, .on, .cron],
                    purpose:
                        "; it is for \([.components, .on, .cron], "and"), and in a rule BYMONTHDAY=-1 is the last day"
                )
            )
        default:
            Row(
                key: "YesReallyOften",
                kind: .flag,
                help: "Accept a rule that fires more often than once a minute.",
                isCleared: false,
                company: Company(
                    need:
                        "needs a rule; add \(.on), or \(.components) with \(.repeats, is: "true")",
                    parts: Set(Self.timeParts)
                )
            )
        }
    }

    /// The row of a part that limits deliveries or repeats them.
    private var rowOfLimits: Row {
        switch self {
        case .until:
            Row(
                key: "Until",
                kind: .date,
                help: "End of a repeating notification; a date without a time includes that day.",
                company: Self.repeating,
                change: { request, value throws(WrittenError) in
                    request.options.until = try value.lastMoment()
                }
            )
        case .times:
            Row(
                key: "Times",
                kind: .number,
                valueName: "count",
                help: "How often a repeating notification fires in total.",
                company: Self.repeating,
                change: { request, value throws(WrittenError) in
                    request.options.times = try value.number()
                },
                texts: { $0.options.times.map { ["\($0)"] } ?? [] }
            )
        case .late:
            Row(
                key: "Late",
                kind: .words(["show", "skip"]),
                valueName: "show|skip|duration",
                help:
                    "What to do if it is more than 30 s late: show, skip, or show up to a duration.",
                company: Company(
                    need: "needs a time; add \([.delay, .every, .at, .on], "or")",
                    parts: Set(Self.timeParts)
                ),
                change: { request, value throws(WrittenError) in
                    request.options.late = try value.lateRule()
                },
                texts: { request in
                    switch request.options.late {
                    case nil: []
                    case .show: ["show"]
                    case .skip: ["skip"]
                    case .within(let limit): [TimeSpan.text(limit)].compactMap(\.self)
                    }
                }
            )
        case .wake:
            Row(
                key: "Wake",
                kind: .flag,
                help: "Wake the machine from suspend for it, if allowed.",
                company: Company(
                    need: "needs a time; add \([.delay, .every, .at, .on], "or")",
                    parts: Set(Self.timeParts).subtracting([.near]),
                    purpose: "; a place does not wake the machine"
                ),
                change: { request, value throws(WrittenError) in
                    request.options.wakes = try value.flag()
                },
                texts: { $0.options.wakes ? ["true"] : [] }
            )
        case .isPrivate:
            Row(
                key: "Private",
                kind: .flag,
                help: "Hide its texts while the session is locked.",
                change: { request, value throws(WrittenError) in
                    request.content.isPrivate = try value.flag()
                },
                texts: { $0.content.isPrivate ? ["true"] : [] }
            )
        case .before:
            Row(
                key: "Before",
                kind: .duration,
                valueName: "duration,…",
                help: "Warnings before each date, such as 1d,1h; they move with it.",
                repeats: true,
                separator: ",",
                change: { request, value throws(WrittenError) in
                    let spans = try value.joined(",").read { text throws(RequestError) in
                        try ScheduleOptions.warnings(words: text)
                    }
                    request.options.before = spans ?? []
                },
                texts: { $0.options.before.isEmpty ? [] : [$0.options.warningWords] }
            )
        default:
            Row(
                key: "Nag",
                kind: .duration,
                valueName: "duration[,times]",
                help:
                    "Show it again until it is dismissed or answered, 10 times if no number is given; 5m or 5m,3.",
                change: { request, value throws(WrittenError) in
                    request.options.nag = try value.read { text throws(RequestError) in
                        try NagRule(words: text)
                    }
                },
                texts: { $0.options.nag.map { [$0.words] } ?? [] }
            )
        }
    }

    /// The row of a part that says how it is shown.
    private var rowOfBubble: Row {
        switch self {
        case .sound:
            Row(
                key: "Sound",
                kind: .words(["default", "none"]),
                help: "default, none, a sound name of the theme, or a file.",
                change: { request, value throws(WrittenError) in
                    request.content.sound = try value.read(value.context.sound) ?? nil
                },
                texts: { request in
                    switch request.content.sound {
                    case nil: []
                    case .standard: ["default"]
                    case .named(let name): [name]
                    }
                }
            )
        case .badge:
            Row(
                key: "Badge",
                kind: .number,
                valueName: "n",
                help: "Badge number of the app from its delivery on; 0 hides it.",
                change: { request, value throws(WrittenError) in
                    request.content.badge = try value.number()
                },
                texts: { $0.content.badge.map { ["\($0)"] } ?? [] }
            )
        case .level:
            Row(
                key: "Level",
                kind: .words(InterruptionLevel.allCases.map(\.rawValue)),
                help: "passive, active, time-sensitive or critical.",
                sets: .level,
                change: { request, value throws(WrittenError) in
                    let level = try value.word(of: InterruptionLevel.self)
                    request.content.interruptionLevel = level ?? .active
                },
                texts: {
                    let level = $0.content.interruptionLevel
                    return level == .active ? [] : [level.rawValue]
                }
            )
        case .urgency:
            Row(
                kind: .words(WrittenUrgency.allCases.map(\.rawValue)),
                valueName: "level",
                help: "low, normal or critical.",
                aliases: ["u"],
                isCleared: false,
                sets: .level,
                change: { request, value throws(WrittenError) in
                    guard let urgency = try value.word(of: WrittenUrgency.self) else { return }
                    request.content.interruptionLevel = urgency.level
                }
            )
        case .icon:
            Row(
                key: "Icon",
                kind: .file,
                valueName: "name|file",
                help: "An icon name of the theme, or a file.",
                aliases: ["i", "n", "app-icon"],
                change: { request, value throws(WrittenError) in
                    request.bubble.icon = try value.read(value.context.icon)
                },
                texts: { $0.bubble.icon.map { [$0] } ?? [] }
            )
        case .markup:
            Row(
                key: "Markup",
                kind: .flag,
                help: "The body has markup: <b>, <i>, <u>, <a href> and <img src alt>.",
                change: { request, value throws(WrittenError) in
                    request.bubble.hasMarkup = try value.flag()
                },
                texts: { $0.bubble.hasMarkup ? ["true"] : [] }
            )
        case .expire:
            Row(
                key: "Expire",
                kind: .words(["never", "default"]),
                valueName: "span|never|default",
                help:
                    "When the bubble closes: after a span, never, or default for when the server closes it.",
                sets: .expiry,
                change: { request, value throws(WrittenError) in
                    request.bubble.expiry = try value.read { text throws(RequestError) in
                        try BubbleOptions.expiry(words: text)
                    }
                },
                texts: { request in
                    switch request.bubble.expiry {
                    case nil: []
                    case 0: ["never"]
                    case BubbleOptions.serverExpiry: ["default"]
                    case let milliseconds?:
                        [TimeSpan.text(Int64(milliseconds) * 1_000)].compactMap(\.self)
                    }
                }
            )
        case .milliseconds:
            Row(
                kind: .number,
                valueName: "ms",
                help: "Milliseconds after which the bubble closes; 0 for never.",
                aliases: ["t"],
                sets: .expiry,
                change: { request, value throws(WrittenError) in
                    request.bubble.expiry = try value.milliseconds()
                }
            )
        case .appName:
            Row(
                kind: .text,
                valueName: "name",
                help: "The program's name in the bubble.",
                aliases: ["a"],
                change: { $0.bubble.appName = $1.text },
                texts: { $0.bubble.appName.map { [$0] } ?? [] }
            )
        case .transient:
            Row(
                kind: .flag,
                help: "Do not keep it in the desktop's own list.",
                aliases: ["e"],
                change: { request, value throws(WrittenError) in
                    request.bubble.hints["transient"] = try value.flag() ? .boolean(true) : nil
                },
                texts: { $0.bubble.hints["transient"] == .boolean(true) ? ["true"] : [] }
            )
        default:
            Row(
                kind: .other,
                valueName: "type:name:value",
                help:
                    "A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.",
                repeats: true,
                change: { request, value throws(WrittenError) in
                    let hints = try value.hints()
                    // Those of other names stay.
                    request.bubble.hints =
                        hints.isEmpty ? [:] : request.bubble.hints.merging(hints) { $1 }
                },
                texts: { request in
                    request.bubble.hints.sorted { $0.key < $1.key }
                        .filter { $0 != ("transient", .boolean(true)) }
                        .map { "\($1.typeName):\($0):\($1.words)" }
                }
            )
        }
    }

    /// The row of a part that says what it does, and what it belongs to.
    private var rowOfAnswers: Row {
        switch self {
        case .open:
            Row(
                key: "Open",
                kind: .url,
                valueName: "url",
                help: "URL that a click on the notification opens.",
                change: { $0.openURL = $1.text },
                texts: { $0.openURL.map { [$0] } ?? [] }
            )
        case .run:
            Row(
                key: "Run",
                kind: .command,
                valueName: "command",
                help: "A [Command] of launcher.conf to start when it is due.",
                change: { $0.run = $1.text },
                texts: { $0.run.map { [$0] } ?? [] }
            )
        case .action:
            Row(
                kind: .other,
                valueName: "label=url",
                help: "A button and the URL it opens; repeatable. \\= is a = in the label.",
                repeats: true,
                change: { request, value throws(WrittenError) in
                    let names = Set(request.writtenButtons.map(\.identifier))
                    request.replace(.url, by: try value.buttons(of: request)) { action in
                        !value.keepsUnwritten || names.contains(action.identifier)
                    }
                }
            )
        case .snooze:
            Row(
                key: "Snooze",
                kind: .duration,
                valueName: "duration,…",
                help: "Buttons that show it again later, such as 10m,1h.",
                repeats: true,
                separator: ",",
                change: { request, value throws(WrittenError) in
                    request.replace(.snooze, by: try value.snoozes()) { action in
                        !value.keepsUnwritten || action.isPlainSnooze
                    }
                },
                texts: { request in
                    let spans = request.actions.filter(\.isPlainSnooze).compactMap(\.snooze)
                    return spans.isEmpty ? [] : [spans.map(TimeSpan.words).joined(separator: ",")]
                }
            )
        case .reply:
            Row(
                key: "Reply",
                kind: .text,
                valueName: "placeholder",
                help: "A button with a text field that has this placeholder.",
                isLocalized: true,
                change: { request, value throws(WrittenError) in
                    let new = value.text.map { [NotificationAction.reply(placeholder: $0)] } ?? []
                    request.replace(.reply, by: new) { action in
                        !value.keepsUnwritten || action.isPlainReply
                    }
                },
                texts: { request in
                    let plain = request.actions.first(where: \.isPlainReply)
                    return [plain?.textInput?.placeholder].compactMap(\.self)
                }
            )
        case .attach:
            Row(
                kind: .file,
                help: "An image, sound or video to attach; repeatable. The file is copied.",
                repeats: true,
                change: { request, value throws(WrittenError) in
                    // Who has opened the files sets them.
                    if value.texts.isEmpty { request.content.attachments = [] }
                }
            )
        case .thread:
            Row(
                key: "ThreadIdentifier",
                kind: .other,
                valueName: "id",
                help: "The conversation or topic it belongs to.",
                change: { $0.content.threadIdentifier = $1.text ?? "" },
                texts: { [$0.content.threadIdentifier] }
            )
        case .category:
            Row(
                key: "Category",
                kind: .other,
                valueName: "id",
                help: "The app's category, which defines its buttons.",
                change: { $0.content.categoryIdentifier = $1.text ?? "" },
                texts: { [$0.content.categoryIdentifier] }
            )
        default:
            Row(
                kind: .other,
                valueName: "key=text",
                help: "Data of your own that is stored with it; repeatable.",
                repeats: true,
                change: { request, value throws(WrittenError) in
                    let texts = try value.userInfo()
                    // Those of other names stay.
                    request.content.userInfo =
                        texts.isEmpty ? [:] : request.content.userInfo.merging(texts) { $1 }
                },
                texts: { request in
                    request.content.userInfo.sorted { $0.key < $1.key }.compactMap { key, value in
                        guard case .string(let text) = value, !key.contains("="), !key.isEmpty
                        else { return nil }
                        return "\(key)=\(text)"
                    }
                }
            )
        }
    }

    /// The parts that name times of a clock.
    static let dated: Set<WrittenPart> = [.at, .components, .on, .cron, .rrule]

    private static let series = Company(
        need: "needs a rule that counts; add \(.rrule), \(.every) or \(.on, is: "every 3 days")",
        parts: [.rrule, .every, .on],
        purpose: "; it is for \(.rrule), \(.every) and \(.on, is: "every 3 days")"
    )

    private static let place = Company(
        need: "needs a place; add \(.near, is: "LAT,LON,METRES")",
        parts: [.near]
    )

    private static let repeating = Company(
        need: "needs a time that repeats; add \([.every, .on, .cron], "or")",
        parts: Set(timeParts)
    )
}

extension WrittenPart {
    /// What a part is about, by which help groups the options.
    ///
    /// The raw value is the title in help.
    package enum Group: String, CaseIterable, Sendable {
        case when = "When it comes"
        case what = "What it shows"
        case buttons = "Buttons and clicks"
        case how = "How it behaves"
        case advanced = "Advanced"

        /// The parts of the group in the order of help, those of every day first.
        package var parts: [WrittenPart] {
            switch self {
            case .when: [.delay, .at, .on, .every, .repeats, .until, .times]
            case .what: [.title, .body, .subtitle, .icon, .sound, .attach, .markup]
            case .buttons: [.action, .reply, .snooze, .open, .run]
            case .how:
                [
                    .level, .urgency, .before, .nag, .late, .wake, .isPrivate, .expire,
                    .milliseconds,
                ]
            case .advanced:
                [
                    .zone, .cron, .rrule, .components, .starting, .except, .also, .monthEnd,
                    .near, .onEntry, .onExit, .ifInside, .reallyOften,
                    .thread, .category, .userInfo, .badge, .appName, .transient, .hint,
                ]
            }
        }
    }
}

/// The words of notify-send for levels.
enum WrittenUrgency: String, CaseIterable {
    case low, normal, critical

    /// The level.
    var level: InterruptionLevel {
        switch self {
        case .low: .passive
        case .normal: .active
        case .critical: .critical
        }
    }
}
