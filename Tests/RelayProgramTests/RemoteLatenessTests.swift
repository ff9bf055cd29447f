import AgentInterface
import NotifyCore
import Testing

@testable import RelayProgram

/// What comes after its date.
struct RemoteLatenessTests {
    private static let sent = Instant(seconds: 1_800_000_000)

    private static func request(
        at date: Instant,
        _ late: LateRule?
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "tea",
            content: NotificationContent(title: "Tea", subtitle: "desktop"),
            trigger: DateSpec.instant(date).trigger(timeZone: nil)
        )
        request.options.late = late
        request.options.before = [3_600_000_000]
        return request
    }

    /// Seconds from when it is sent to its date and to its arrival, its rule, and whether it is shown at once.
    @Test(
        arguments: [
            (60, 0, nil, nil), (60, 59, nil, nil), (60, 60, nil, true), (60, 4_000, nil, true),
            (-60, 0, nil, true), (60, 4_000, .show, true), (60, 80, .skip, true),
            (60, 4_000, .skip, false), (60, 3_000, .within(microseconds: 3_600_000_000), true),
            (60, 4_000, .within(microseconds: 3_600_000_000), false),
        ] as [(Int64, Int64, LateRule?, Bool?)]
    )
    func aLateOneIsShownAtOnce(date: Int64, arrival: Int64, rule: LateRule?, isShown: Bool?) throws
    {
        let now = Self.sent.advanced(byMicroseconds: arrival * 1_000_000)
        var request = Self.request(
            at: Self.sent.advanced(byMicroseconds: date * 1_000_000),
            rule
        )
        guard isShown != false else {
            #expect(throws: RequestError.self) {
                _ = try RemoteLateness(of: request, sent: Self.sent, now: now)
            }
            return
        }
        let lateness = try RemoteLateness(of: request, sent: Self.sent, now: now)
        #expect((lateness != nil) == (isShown == true))
        lateness?.show(&request)
        try request.validate()
        #expect((request.trigger == .immediate) == (isShown == true))
        let hasNote = request.content.subtitle.contains("desktop · was due ")
        #expect(hasNote == (isShown == true && arrival - date > 30))
    }

    /// A time without a day is that of the day on which it was sent.
    @Test func aTimeOfDayIsThatOfTheFirstDay() throws {
        var components = CalendarComponents(WallTime(Self.sent, in: FixedZone.utc))
        (components.year, components.month, components.day) = (nil, nil, nil)
        (components.minute, components.second) = (59, 0)
        var request = Self.request(at: Self.sent, nil)
        request.trigger = .calendar(
            CalendarTrigger(spec: .components(components), timeZone: "UTC")
        )
        let late = Self.sent.advanced(byMicroseconds: 7_200_000_000)
        #expect(try RemoteLateness(of: request, sent: Self.sent, now: late) != nil)
        #expect(try RemoteLateness(of: request, sent: Self.sent, now: Self.sent) == nil)
        #expect(try RemoteLateness(of: request, sent: late, now: late) == nil)
    }
}
