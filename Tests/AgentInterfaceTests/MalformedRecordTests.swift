import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@Suite struct MalformedRecordTests {
    struct Row: Sendable, CustomStringConvertible {
        let record: Variant?
        let code: RequestError.Code
        let message: String

        init(_ record: Variant?, _ message: String, _ code: RequestError.Code = .malformed) {
            self.record = record
            self.code = code
            self.message = message
        }

        var description: String { message }
    }

    private static let content = Variant.dictionary([("title", .string("t"))])

    private static func request(_ key: String, _ value: Variant) -> Variant {
        .dictionary([("content", content), (key, value)])
    }

    private static func content(_ key: String, _ value: Variant) -> Variant {
        .dictionary([("content", .dictionary([(key, value)]))])
    }

    private static func trigger(_ entries: [(key: String, value: Variant)]) -> Variant {
        request("trigger", .dictionary(entries))
    }

    private static func action(_ entries: [(key: String, value: Variant)]) -> Variant {
        request("actions", .array(of: "a{sv}", [.dictionary(entries)]))
    }

    private static func calendar(_ entries: [(key: String, value: Variant)]) -> Variant {
        trigger([("type", .string("calendar"))] + entries)
    }

    private static let cron: (key: String, value: Variant) = ("cron", .string("* * * * *"))

    static let requests: [Row] = [
        Row(nil, "request is missing"),
        Row(.string("x"), "request is not a dictionary of type a{sv}"),
        Row(.tuple([]), "request is not a dictionary of type a{sv}"),
        Row(.dictionary([]), "content is missing"),
        Row(request("x\n", .string("")), "request has the unknown key \"x<U+000A>\""),
        Row(request("Content", content), "request has the unknown key \"Content\""),
        Row(request("content", content), "request has the key \"content\" twice"),
        Row(
            request("identifier", .int32(1)),
            "\"identifier\" of request has the type i, not a string (s)"
        ),
        Row(
            request("appID", .strings([])),
            "\"appID\" of request has the type as, not a string (s)"
        ),
        Row(
            request("openURL", .boolean(true)),
            "\"openURL\" of request has the type b, not a string (s)"
        ),
        Row(request("actions", .strings(["a"])), "actions has the type as, not aa{sv}"),
        Row(
            request("actions", .array(of: "v", [])),
            "actions has the type av, not aa{sv}"
        ),
        Row(action([("title", .string("t"))]), "action lacks the key \"identifier\""),
        Row(action([("identifier", .string("t"))]), "action lacks the key \"title\""),
        Row(
            action([("identifier", .string("i")), ("title", .string("t")), ("options", .int32(-1))]
            ),
            "\"options\" of action is -1, not 32 bits"
        ),
        Row(
            action([
                ("identifier", .string("i")), ("title", .string("t")), ("icon", .string("a")),
                ("templateIcon", .string("b")),
            ]),
            "icon and templateIcon exclude each other; keep one of them"
        ),
        Row(
            action([
                ("identifier", .string("i")), ("title", .string("t")), ("textInput", .string("a")),
            ]),
            "textInput is not a dictionary of type a{sv}"
        ),
        Row(
            request("hearsDismissal", .int32(1)),
            "\"hearsDismissal\" of request has the type i, not a boolean (b)"
        ),
        Row(action([("command", .string("rm"))]), "action has the unknown key \"command\""),
        Row(
            .dictionary([("content", .string("x"))]),
            "content is not a dictionary of type a{sv}"
        ),
        Row(
            .dictionary([("content", .variant(content))]),
            "content is not a dictionary of type a{sv}"
        ),
    ]

    static let contents: [Row] = [
        Row(content("text", .string("")), "content has the unknown key \"text\""),
        Row(
            content("title", .bytes([65])),
            "\"title\" of content has the type ay, not a string (s)"
        ),
        Row(content("badge", .string("1")), "\"badge\" of content has the type s, not an integer"),
        Row(
            content("badge", .uint64(.max)),
            "\"badge\" of content has the type t, not an integer"
        ),
        Row(
            content("sound", .boolean(true)),
            "\"sound\" of content has the type b, not a string (s)"
        ),
        Row(
            content("interruptionLevel", .string("loud")),
            "the level \"loud\" is unknown; write passive, active, time-sensitive or critical",
            .invalidContent
        ),
        Row(content("userInfo", .string("x")), "userInfo has the type s, not a{sv}"),
        Row(content("userInfo", .strings([])), "userInfo has the type as, not a{sv}"),
        Row(
            content("userInfo", .dictionary([("a", .tuple([.string("x"), .int32(1)]))])),
            "userInfo has a value of type (si); property lists have booleans, numbers, "
                + "strings, dates, data, arrays and dictionaries",
            .invalidContent
        ),
        Row(
            content("userInfo", .dictionary([("a", .uint64(.max))])),
            "userInfo has a value of type t; property lists have booleans, numbers, "
                + "strings, dates, data, arrays and dictionaries",
            .invalidContent
        ),
        Row(
            content("userInfo", .dictionary([("a", boxes(40))])),
            "userInfo is nested deeper than 12 levels; flatten it",
            .invalidContent
        ),
        Row(
            content("userInfo", .dictionary([("a", arrays(12))])),
            "userInfo is nested deeper than 12 levels; flatten it",
            .invalidContent
        ),
    ]

    static let triggers: [Row] = [
        Row(request("trigger", .int64(5)), "trigger is not a dictionary of type a{sv}"),
        Row(trigger([]), "trigger lacks the key \"type\""),
        Row(trigger([cron]), "trigger lacks the key \"type\""),
        Row(
            trigger([("type", .string("push"))]),
            "the trigger type \"push\" is unknown; there are timeInterval, calendar and location"
        ),
        Row(trigger([("type", .string("location"))]), "trigger lacks the key \"latitude\""),
        Row(
            trigger([("type", .string("location")), ("latitude", .int32(1))]),
            "\"latitude\" of trigger has the type i, not a number (d)"
        ),
        Row(
            trigger([("type", .int32(1))]),
            "\"type\" of trigger has the type i, not a string (s)"
        ),
        Row(
            trigger([("type", .string("timeInterval"))]),
            "a timeInterval trigger lacks the key \"timeInterval\""
        ),
        Row(
            trigger([("type", .string("timeInterval")), ("timeInterval", .double(1))]),
            "\"timeInterval\" of trigger has the type d, not an integer"
        ),
        Row(
            calendar([cron, ("repeats", .int32(1))]),
            "\"repeats\" of trigger has the type i, not a boolean (b)"
        ),
        Row(
            calendar([]),
            "a calendar trigger needs exactly one of components, onCalendar, cron and recurrence"
        ),
        Row(
            calendar([cron, ("onCalendar", .string("daily"))]),
            "a calendar trigger needs exactly one of components, onCalendar, cron and recurrence"
        ),
        Row(calendar([cron, cron]), "trigger has the key \"cron\" twice"),
        Row(calendar([cron, ("until", .int64(1))]), "trigger has the unknown key \"until\""),
        Row(
            calendar([("cron", .int32(1))]),
            "\"cron\" of trigger has the type i, not a string (s)"
        ),
        Row(
            calendar([cron, ("timeZone", .int32(1))]),
            "\"timeZone\" of trigger has the type i, not a string (s)"
        ),
        Row(
            calendar([("components", .string("hour"))]),
            "components is not a dictionary of type a{sv}"
        ),
        Row(
            calendar([("components", .dictionary([("Hour", .int32(1))]))]),
            "components has the unknown key \"Hour\""
        ),
        Row(
            calendar([("components", .dictionary([("hour", .double(1))]))]),
            "\"hour\" of components has the type d, not an integer"
        ),
        Row(
            calendar([("components", .dictionary([("firstWeekday", .int32(8))]))]),
            "firstWeekday 8 and minimumDaysInFirstWeek 1 must lie between 1 and 7",
            .invalidTrigger
        ),
        Row(
            calendar([("components", .dictionary([("minimumDaysInFirstWeek", .int32(0))]))]),
            "firstWeekday 1 and minimumDaysInFirstWeek 0 must lie between 1 and 7",
            .invalidTrigger
        ),
    ]

    private static func boxes(_ count: Int) -> Variant {
        (0..<count).reduce(Variant.int32(1)) { value, _ in .variant(value) }
    }

    private static func arrays(_ count: Int) -> Variant {
        (0..<count).reduce(Variant.int32(1)) { value, _ in .array(of: "v", [.variant(value)]) }
    }

    @Test(arguments: requests + contents + triggers)
    func aRecordOfAnotherFormIsRefused(row: Row) {
        expectRefusal(row.code, row.message) {
            try NotificationRequest(record: row.record)
        }
    }

    @Test func anEntryLacksNothing() {
        let request = Self.request("identifier", .string("a"))
        expectRefusal(.malformed, "entry lacks the key \"added\"") {
            try PendingRequest(entry: .dictionary([("request", request)]))
        }
        expectRefusal(.malformed, "request is missing") {
            try PendingRequest(entry: .dictionary([]))
        }
        expectRefusal(.malformed, "reply lacks the key \"identifier\"") {
            try AddReply(record: .dictionary([]))
        }
    }

    @Test func bytesThatAreNoRecordAreRefused() {
        let bytes = Self.request("identifier", .string("a")).serialized
        var refused = 0
        for length in 0..<bytes.count {
            // Whatever is left of it, reading it does not crash.
            let record = Variant.dictionary(serialized: Array(bytes.prefix(length)))
            if (try? NotificationRequest(record: record)) == nil { refused += 1 }
        }
        #expect(refused == bytes.count)
    }
}
