import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

// Work whose instructions are counted by `make instructions`: `instructions engine|records ROUNDS`.

func fail(_ words: String) -> Never {
    let line = Array("instructions: \(words)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(64)
}

/// Reads rules and looks for their next dates, as the scheduler does.
func searchDates(_ rounds: Int) throws -> Int {
    guard let zone = SystemZone(named: "Europe/Berlin") else { fail("no Europe/Berlin here") }
    let specs: [CalendarSpec] = [
        .onCalendar("Tue 14:00"), .onCalendar("*-*-01 08:00"), .onCalendar("*:0/15"),
        .onCalendar("Fri *-*-08..14 10:00:00"), .onCalendar("*-02-29"), .cron("0 9 * * 1-5"),
        try CalendarSpec(#"{"weekday":6,"weekdayOrdinal":2,"hour":10}"#, in: .components),
    ]
    var found = 0
    for _ in 0..<rounds {
        for spec in specs {
            let rule = try spec.read().rule
            var date = Instant(seconds: 1_800_000_000)
            for _ in 0..<20 {
                guard let next = rule.next(after: date, in: zone) else { break }
                date = next
                found += 1
            }
        }
    }
    return found
}

/// Writes requests as records and reads them again, as the bus and the store have them.
func codeRecords(_ rounds: Int) throws -> Int {
    var request = NotificationRequest(
        appID: AgentNames.app,
        identifier: "request",
        content: NotificationContent(title: "A title", body: "A body that says a little more"),
        trigger: .calendar(CalendarTrigger(spec: .onCalendar("Tue 14:00"))),
        actions: [NotificationAction(identifier: "open", title: "Open")]
    )
    var size = 0
    for round in 0..<rounds {
        request.identifier = "request \(round)"
        let bytes = request.record.serialized
        size += bytes.count
        let copy = try NotificationRequest(record: Variant.dictionary(serialized: bytes))
        guard copy == request else { fail("a record came back changed") }
    }
    return size
}

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let rounds = words.last.flatMap({ Int($0) }), rounds >= 0 else {
    fail("usage: instructions engine|records ROUNDS")
}
switch words.first {
case "engine": print(try searchDates(rounds))
case "records": print(try codeRecords(rounds))
default: fail("usage: instructions engine|records ROUNDS")
}
