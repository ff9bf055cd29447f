import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Which events of a file are the same at the next import.
@Suite struct EventIdentityTests {
    private static func event(
        _ uid: String?,
        _ title: String,
        _ date: String,
        _ more: String = ""
    )
        -> String
    {
        let lines = ["SUMMARY:\(title)", "DTSTART:\(date)"] + (more.isEmpty ? [] : [more])
        return ReadCalendar.event(lines.joined(separator: "\n"), uid: uid)
    }

    @Test("Events without a UID are known by start and name")
    func withoutUID() throws {
        let events = [
            Self.event(nil, "A", "20270301T090000Z"), Self.event(nil, "A", "20270302T090000Z"),
            Self.event(nil, "B", "20270301T090000Z"), Self.event("", "C", "20270301T090000Z"),
        ]
        let read = try ReadCalendar(events.joined(separator: "\n"))
        #expect(
            read.names == [
                "A 20270301T090000Z", "A 20270302T090000Z", "B 20270301T090000Z",
                "C 20270301T090000Z",
            ]
        )
        #expect(
            read.remarks == [
                "4 events have no UID that can be used; they are known by their start and name"
            ]
        )
        let again = try ReadCalendar(events.reversed().joined(separator: "\n"))
        #expect(Set(again.names) == Set(read.names))
        let digests = { (read: ReadCalendar) in
            Set(read.read.events.flatMap { $0.requests.map { "\($0.key) \($0.digest)" } })
        }
        #expect(digests(again) == digests(read))
        let twice = try ReadCalendar(events[0], events[0])
        #expect(twice.names == ["A 20270301T090000Z"])
        #expect(
            twice.remarks.first
                == "line 2, \"A\": its start and name are those of the event at line 6; the event is skipped"
        )
    }

    @Test("A UID that is too long, and a long name, have one that fits")
    func longNames() throws {
        let long = String(repeating: "x", count: 2_000)
        let read = try ReadCalendar(
            Self.event(long, "A", "20270301T090000Z"),
            Self.event(nil, long, "20270301T090000Z"),
            Self.event(long + "y", "B", "20270301T090000Z")
        )
        #expect(read.names.count == 3)
        #expect(Set(read.names).count == 3)
    }

    @Test("Events with one UID and other dates stay, whatever their order")
    func oneUIDForSeveral() throws {
        let events = ["20270302T090000Z", "20270301T090000Z", "20270303T090000Z"].map {
            Self.event("u", "A", $0)
        }
        for order in [events, events.reversed()] {
            let read = try ReadCalendar(order.joined(separator: "\n"))
            #expect(Set(read.names) == ["u", "u/20270302T090000Z", "u/20270303T090000Z"])
            #expect(
                try read.dates() == [
                    "2027-03-01 09:00 A", "2027-03-02 09:00 A", "2027-03-03 09:00 A",
                ]
            )
            #expect(read.remarks == [])
            #expect(read.read.events.map(\.uid) == ["u"])
            #expect(Set(read.read.events.first?.present ?? []).count == 3)
        }
    }

    @Test("A date of a series without a UID is one of that series")
    func aDateOfASeriesWithoutUID() throws {
        let series = ReadCalendar.event(
            "SUMMARY:A",
            "DTSTART:20270301T090000Z",
            "RRULE:FREQ=DAILY;COUNT=3",
            uid: nil
        )
        let moved = ReadCalendar.event(
            "SUMMARY:A",
            "RECURRENCE-ID:20270302T090000Z",
            "DTSTART:20270305T090000Z",
            uid: nil
        )
        for order in [[series, moved], [moved, series]] {
            let read = try ReadCalendar(order.joined(separator: "\n"))
            #expect(
                try read.dates() == [
                    "2027-03-01 09:00 A", "2027-03-03 09:00 A", "2027-03-05 09:00 A",
                ]
            )
        }
        // Of two series with one name it may be either.
        let other = series.replacing("20270301", with: "20270401")
        let read = try ReadCalendar(series, other, moved)
        #expect(read.read.events.count == 3)
    }
}
