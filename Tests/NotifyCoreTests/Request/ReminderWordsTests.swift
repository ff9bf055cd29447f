import Testing

@testable import NotifyCore

/// What `--before` and `--nag` take.
@Suite struct ReminderWordsTests {
    @Test func warningsAreReadTheLongestFirst() throws {
        let spans = try ScheduleOptions.warnings(words: "1h, 1d")
        #expect(spans == [86_400_000_000, 3_600_000_000])
        let words = ScheduleOptions(before: spans).warningWords
        #expect(words == "1 d,1 h")
        #expect(try ScheduleOptions.warnings(words: words) == spans)
    }

    @Test(
        arguments: [
            ("soon", "is not a duration"), ("10s", "not between 1min and 366d"),
            ("400d", "not between 1min and 366d"), ("1h,60min", "write each once"),
            ("1h,", "the duration is empty"),
            ("1h,2h,3h,4h,5h,6h,7h,8h,9h,10h,11h", "more than the 10"),
        ]
    )
    func wrongWarningsAreRefusedWithTheValue(text: String, words: String) {
        let error = #expect(throws: RequestError.self) {
            try ScheduleOptions.warnings(words: text)
        }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("before \"\(text)\": "), "\(message)")
        #expect(words == "is not a duration" || message.contains(words), "\(message)")
    }

    @Test func aNagHasAnIntervalAndANumber() throws {
        #expect(try NagRule(words: "5m") == NagRule(interval: 300_000_000, times: 10))
        let rule = try NagRule(words: "1h,3")
        #expect(rule == NagRule(interval: 3_600_000_000, times: 3))
        #expect(try NagRule(words: rule.words) == rule)
    }

    @Test(arguments: ["30s", "8d", "5m,0", "5m,x", "5m,5000", "", "often"])
    func wrongNagsAreRefusedWithTheValue(text: String) {
        let error = #expect(throws: RequestError.self) { try NagRule(words: text) }
        #expect(error?.message.hasPrefix("nag \"\(text)\": ") == true, "\(error?.message ?? "")")
    }

    @Test func whatMakesNoSenseIsRefused() {
        func request(
            _ trigger: NotificationTrigger,
            _ options: ScheduleOptions,
            title: String = "T",
            level: InterruptionLevel = .active
        ) -> NotificationRequest {
            var request = NotificationRequest(
                appID: "a",
                identifier: "i",
                content: NotificationContent(title: title, interruptionLevel: level),
                trigger: trigger,
                options: options
            )
            request.run = "c"
            return request
        }
        let later = NotificationTrigger.timeInterval(microseconds: 1_000_000, repeats: false)
        let before = ScheduleOptions(before: [3_600_000_000])
        let nag = ScheduleOptions(nag: NagRule(interval: 60_000_000))
        for bad in [
            request(.immediate, before), request(later, before, title: ""),
            request(later, nag, title: ""), request(later, nag, level: .passive),
        ] {
            #expect(throws: RequestError.self) { try bad.validate() }
        }
        #expect(throws: Never.self) { try request(later, before).validate() }
        #expect(throws: Never.self) { try request(.immediate, nag).validate() }
    }
}
