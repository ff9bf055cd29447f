import TestSupport
import Testing

@testable import NotifyCore

private let now = Instant(seconds: 1_800_000_000)

private let zones = ZoneSource(
    local: { FixedZone.utc },
    named: { FixedZone(named: $0) },
    dropAll: {}
)

private func read(_ parts: [(WrittenPart, String)]) throws -> NotificationRequest {
    var written = WrittenRequest()
    for (part, text) in parts { written.add(part, text) }
    let blank = NotificationRequest(
        appID: "a",
        identifier: "t",
        content: NotificationContent()
    )
    return try written.request(blank, in: WrittenContext(now: now, zones: zones))
}

/// The table of parts, and what they mean together.
@Suite struct WrittenRequestTests {
    @Test("Each option and each key has one row")
    func tableIsConsistent() {
        let keys = WrittenPart.allCases.compactMap(\.row.key)
        #expect(Set(keys).count == keys.count)
        let grouped = WrittenPart.Group.allCases.flatMap(\.parts)
        #expect(grouped.count == WrittenPart.allCases.count)
        #expect(Set(grouped) == Set(WrittenPart.allCases))
        for part in WrittenPart.allCases {
            #expect(part.row.help.hasSuffix("."), "\(part)")
            if let key = part.row.key { #expect(WrittenPart(key: key) == part) }
            if part.row.sets == .time { #expect(WrittenPart.timeParts.contains(part)) }
            #expect(part.row.separator == nil || part.row.repeats, "\(part)")
        }
    }

    @Test(
        "Parts that do not go together are refused in the words of options and of files",
        arguments: [
            (
                [(.delay, "1h"), (.every, "1h")],
                "--in and --every both set the time; keep one of them",
                "In and Every both set the time; keep one of them"
            ),
            (
                [(.level, "passive"), (.urgency, "low")],
                "--level and --urgency both set the level; keep one of them", nil
            ),
            (
                [(.onExit, "true")], "--on-exit needs a place; add --near LAT,LON,METRES",
                "OnExit needs a place; add Near=LAT,LON,METRES"
            ),
            (
                [(.on, "Tue"), (.onExit, "true")],
                "--on-exit does not go with --on; it is for --near",
                "OnExit does not go with OnCalendar; it is for Near"
            ),
            (
                [(.at, "09:00"), (.repeats, "true")],
                "--repeat does not go with --at, which names one moment; write --on 09:00 for each day",
                "Repeat does not go with At, which names one moment; write OnCalendar=09:00 for each day"
            ),
            (
                [(.every, "1h"), (.except, "2027-03-01")],
                "--except needs dates, and --every alone counts from now; add --starting",
                "Except needs dates, and Every alone counts from now; add Starting"
            ),
            (
                [(.on, "Tue"), (.except, "2027-03-01")],
                "--except is for rules that count, such as --on \"every 3 days\" or --rrule; leave it out of "
                    + "--on \"Tue\"", nil
            ),
            (
                [(.delay, "1h"), (.until, "2099-01-01")],
                "--until is for repeating notifications; add --repeat, or use --every, --on or --cron",
                "Until is for repeating notifications; add Repeat=true, or use Every, OnCalendar or Cron"
            ),
            (
                [(.on, "*:*:0/5")],
                "--on \"*:*:0/5\" fires more often than once a minute; write --yes-really-often to accept that, or "
                    + "leave the seconds out", nil
            ),
            (
                [(.on, "Tue"), (.late, "soon")],
                "--late \"soon\": write show, skip or a duration such as 2h",
                "Late \"soon\": write show, skip or a duration such as 2h"
            ),
            ([(.badge, "x")], "--badge \"x\": write a whole number", nil),
            ([(.level, "pasive")], "--level \"pasive\" is unknown; did you mean passive?", nil),
            ([(.on, "Tue"), (.wake, "yes")], "--wake \"yes\": write true or false", nil),
            (
                [(.delay, "30")],
                "--in \"30\": 30 alone can be seconds or minutes: write 30s or 30min", nil
            ),
        ] as [([(WrittenPart, String)], String, String?)]
    )
    func refusals(parts: [(WrittenPart, String)], options: String, keys: String?) throws {
        let error = try #require(throws: WrittenError.self) { try read(parts) }
        #expect(error.message(in: .options) == options)
        if let keys { #expect(error.message(in: .keys) == keys) }
    }

    @Test("A list takes commas and repetition")
    func lists() throws {
        let day: Int64 = 86_400_000_000
        let hour: Int64 = 3_600_000_000
        for texts in [["1d,1h"], ["1d", "1h"], ["1h", "1d"]] {
            let parts = [(.on, "Tue")] + texts.map { (WrittenPart.before, $0) }
            #expect(try read(parts).options.before == [day, hour])
        }
        #expect(
            try read([(.snooze, "10m"), (.snooze, "1h,2h")]).actions.compactMap(\.snooze)
                == [hour / 6, hour, 2 * hour]
        )
    }

    @Test("A rule in words means the same as its calendar event")
    func words() throws {
        let trigger = try read([(.on, "every weekday at 8:30")]).trigger
        #expect(trigger.repeats)
        #expect(trigger.words.contains("08:30"))
    }

    @Test("What is edited changes, and the rest stays")
    func editing() throws {
        let original = try read([
            (.title, "T"), (.on, "Tue 14:00"), (.times, "3"), (.snooze, "10m"), (.badge, "2"),
        ])
        let context = WrittenContext(now: now, zones: zones)
        func edit(
            _ parts: [(WrittenPart, String)],
            clearing: [WrittenPart] = []
        ) throws -> NotificationRequest {
            var written = WrittenRequest()
            for (part, text) in parts { written.add(part, text) }
            var request = original
            try written.edit(&request, clearing: clearing, in: context)
            return request
        }
        var expected = original
        expected.content.title = "U"
        expected.content.badge = nil
        #expect(try edit([(.title, "U")], clearing: [.badge]) == expected)
        #expect(
            try edit([(.at, "15:00")]).trigger
                == .calendar(CalendarTrigger(spec: .onCalendar("Tue 15:00"), repeats: true))
        )
        let error = try #require(throws: WrittenError.self) { try edit([(.delay, "1h")]) }
        #expect(error.message(in: .options).hasSuffix("for a single date add --once"))
        let once = try edit([(.delay, "1h"), (.repeats, "false")])
        #expect(!once.trigger.repeats)
        #expect(once.options.times == nil)
    }

    @Test("10,000 random requests are written and read as the same")
    func identity() throws {
        var random = SeededRandom(seed: 41)
        let context = WrittenContext(now: now, zones: zones)
        for round in 0..<10_000 {
            let request = RandomRequest(&random, now: now).request
            let written = WrittenRequest(request, in: context)
            let blank = NotificationRequest(
                appID: request.appID,
                identifier: request.identifier,
                content: NotificationContent()
            )
            let again = try written.request(blank, in: context)
            #expect(again == request, "\(round): \(written)")
            guard again == request else { return }
        }
    }
}
