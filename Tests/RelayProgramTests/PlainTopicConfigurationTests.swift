import NotifyCore
import Testing

@testable import RelayProgram

/// `[Inbox]` and `[Phone]` of relay.conf.
struct PlainTopicConfigurationTests {
    private static func read(_ lines: String) throws -> RelayConfiguration {
        try RelayConfiguration("[Relay]\nServer=https://a\n\(lines)\n", path: "/relay.conf")
    }

    @Test func bothAreOptional() throws {
        let none = try Self.read("")
        #expect(none.inbox == nil && none.phone == nil && !none.hasPlainTopics)
        let inbox = try Self.read("[Inbox]\nTopic=alerts")
        #expect(inbox.inbox == InboxConfiguration(topic: "alerts"))
        #expect(inbox.inbox?.name == "alerts" && inbox.inbox?.maxPerHour == 60)
        let all = try Self.read(
            "[Inbox]\nTopic=a-1\nName=Servers at home\nMaxPerHour=5\n[Phone]\nTopic=b_2\nApps=x, y"
        )
        #expect(
            all.inbox == InboxConfiguration(topic: "a-1", name: "Servers at home", maxPerHour: 5)
        )
        #expect(all.phone == PhoneConfiguration(topic: "b_2", apps: .apps(["x", "y"])))
        #expect(all.hasPlainTopics)
    }

    @Test func thePhoneGetsListedAppsAlone() throws {
        let some = try #require(try Self.read("[Phone]\nTopic=p\nApps=a,b").phone)
        let all = try #require(try Self.read("[Phone]\nTopic=p\nApps=all").phone)
        for (app, isInSome, isInAll) in [
            ("a", true, true), ("c", false, true), ("", false, true),
            ("org.notifyschedule.Relay", false, false), ("org.notifyschedule.Inbox", false, false),
        ] {
            #expect(some.includes(app) == isInSome, "\(app)")
            #expect(all.includes(app) == isInAll, "\(app)")
        }
    }

    @Test(arguments: [
        ("[Inbox]", "[Inbox] Topic= is missing"), ("[Inbox]\nTopic=a b", "Topic=a b"),
        ("[Inbox]\nTopic=a/b", "letters, digits"), ("[Inbox]\nTopic=ä", "letters, digits"),
        ("[Inbox]\nTopic=" + String(repeating: "x", count: 65), "1 to 64"),
        ("[Inbox]\nTopic=n" + String(repeating: "0f", count: 16), "group of machines"),
        ("[Phone]\nApps=all\nTopic=n" + String(repeating: "0f", count: 16), "group of machines"),
        ("[Inbox]\nTopic=a\nMaxPerHour=0", "MaxPerHour=0"),
        ("[Inbox]\nTopic=a\nMaxPerHour=x", "1 to 3600"),
        ("[Inbox]\nTopic=a\nName=" + String(repeating: "x", count: 65), "Name="),
        ("[Inbox]\nTopic=a\nTopics=b", "did you mean Topic?"), ("[Phone]\nTopic=p", "Apps="),
        ("[Phone]\nTopic=p\nApps=,", "Apps= is missing"),
        ("[Phone]\nTopic=p\nApps=org.notifyschedule.Inbox", "where it begins"),
        ("[Inbox]\nTopic=a\n[Phone]\nTopic=a\nApps=all", "come back"),
        ("[Inboxes]\nTopic=a", "[Inbox]"),
    ])
    func wrongOnesNameTheWayOut(lines: String, words: String) {
        let error = #expect(throws: RequestError.self) { try Self.read(lines) }
        #expect(error?.message.hasPrefix("/relay.conf: ") == true)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
