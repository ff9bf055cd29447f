import NotifyCore

/// How a value of a record is written in a file.
///
/// One table serves both directions: what is not in it cannot be written, and a key that is not in it is
/// refused where it is read.
indirect enum RecordShape: Sendable {
    /// The keys of a record.
    typealias Fields = [String: RecordShape]

    case boolean
    case string
    case strings
    case int32
    case uint32
    case int64
    case double
    /// Microseconds since 1970, written as a date of RFC 3339 in UTC.
    case instant
    case instants
    /// Microseconds, written as seconds.
    case span
    /// What `userInfo` holds.
    case properties
    case hints
    /// Files, written whole in base64.
    case attachments
    case record(Fields)
    case records(Fields)
}

extension RecordShape {
    /// The entries of each list; `line` is only there where another file was turned into this one.
    static let entries: [TransferList: Fields] = [
        .pending: [
            "list": .string, "line": .int64, "request": .record(request), "added": .instant,
            "nextTriggerDate": .instant, "settled": .instant, "fired": .int64, "paused": .boolean,
            "taken": .instants,
        ],
        .delivered: [
            "list": .string, "line": .int64, "request": .record(request), "scheduled": .instant,
            "date": .instant,
            "firstScheduled": .instant, "occurrences": .int64, "late": .boolean,
            "presentation": .strings,
            "crossing": .record(["kind": .string, "date": .instant, "accuracy": .double]),
        ],
        .categories: [
            "list": .string, "line": .int64, "appID": .string,
            "category": .record([
                "identifier": .string, "actions": .records(action), "options": .uint32,
                "hiddenPreviewsBodyPlaceholder": .string, "categorySummaryFormat": .string,
                "intentIdentifiers": .strings,
            ]),
        ],
    ]

    private static let request: Fields = [
        "identifier": .string, "appID": .string, "content": .record(content),
        "trigger": .record(trigger), "actions": .records(action), "hearsDismissal": .boolean,
        "openURL": .string, "resident": .boolean, "requester": .string,
        "bubble": .record([
            "markup": .boolean, "appName": .string, "icon": .string, "expireTimeout": .int32,
            "hints": .hints, "verbatim": .boolean,
        ]),
        "until": .instant, "times": .int64, "late": .string, "lateLimit": .span,
        "wake": .boolean,
    ]

    private static let content: Fields = [
        "title": .string, "subtitle": .string, "body": .string, "sound": .string, "badge": .int32,
        "userInfo": .properties, "categoryIdentifier": .string, "threadIdentifier": .string,
        "interruptionLevel": .string, "attachments": .attachments,
        "localized": .record([
            "folder": .string, "title": .record(text), "subtitle": .record(text),
            "body": .record(text),
        ]),
    ]

    private static let text: Fields = ["key": .string, "arguments": .strings]

    private static let trigger: Fields = {
        var components: Fields = [
            "firstWeekday": .int64, "minimumDaysInFirstWeek": .int64, "timeZone": .string,
        ]
        for field in CalendarComponents.Field.allCases { components[field.rawValue] = .int64 }
        return [
            "type": .string, "timeInterval": .span, "components": .record(components),
            "onCalendar": .string, "cron": .string, "timeZone": .string, "monthEnd": .boolean,
            "repeats": .boolean, "latitude": .double, "longitude": .double, "radius": .double,
            "region": .string, "notifyOnEntry": .boolean, "notifyOnExit": .boolean,
            "firesInside": .boolean,
        ]
    }()

    private static let action: Fields = [
        "identifier": .string, "title": .string, "url": .string, "snooze": .span,
        "options": .uint32, "icon": .string, "templateIcon": .string,
        "textInput": .record(["buttonTitle": .string, "placeholder": .string]),
    ]
}

/// What is exported and imported.
public enum TransferList: String, Hashable, Sendable, CaseIterable {
    /// The categories of all apps, which come first: what is shown looks its buttons up there.
    case categories
    /// Requests that wait for their time.
    case pending
    /// Notifications that were shown.
    case delivered
}
