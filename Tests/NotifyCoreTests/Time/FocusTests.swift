import NotifyCore
import TestSupport
import Testing

/// Which focus is on at an instant, by schedules and by hand.
@Suite struct FocusTests {
    private static func zones(_ zone: any ZoneRules) -> ZoneSource {
        ZoneSource(local: { zone }, named: { _ in nil }, dropAll: {})
    }

    private static let utc = zones(FixedZone.utc)

    private static func instant(_ text: String) throws -> Instant { try RFC3339.instant(text) }

    private static func profile(
        _ name: String = "work",
        on: String,
        lasting end: (until: String?, hours: Int64?),
        in zones: ZoneSource = utc
    ) throws -> FocusProfile {
        func dates(_ text: String) throws -> FocusDates {
            try FocusDates(
                text,
                hours: { .standard },
                now: try instant("2027-01-01T00:00:00Z"),
                in: zones
            )
        }
        var profile = FocusProfile(name: name)
        profile.schedule = FocusSchedule(
            start: try dates(on),
            end: try end.until.map { .at(try dates($0)) }
                ?? .after((end.hours ?? 0) * 3_600_000_000)
        )
        return profile
    }

    @Test("Levels, allowed apps and criteria decide what a focus does with a notification")
    func treatments() {
        let focus = ActiveFocus(
            name: "",
            since: .distantPast,
            until: nil,
            isByHand: true,
            apps: ["org.example.Chat"],
            criteria: ["family"]
        )
        let expected: [(InterruptionLevel, FocusTreatment)] = [
            (.passive, .listed), (.active, .held), (.timeSensitive, .shown), (.critical, .shown),
        ]
        for (level, treatment) in expected {
            #expect(
                focus.treatment(of: level, from: "org.example.Mail", criteria: nil) == treatment
            )
            #expect(
                focus.treatment(of: level, from: "org.example.Mail", criteria: "work") == treatment
            )
            #expect(focus.treatment(of: level, from: "org.example.Chat", criteria: nil) == .shown)
            #expect(
                focus.treatment(of: level, from: "org.example.Mail", criteria: "family") == .shown
            )
        }
    }

    /// A rule, its end, an instant, and until when the focus is on then; `nil` for off.
    @Test(
        "A schedule is on from each date to its end, also past midnight",
        arguments: [
            ("mon-fri 9:00", nil, 8, "2027-01-15T08:59:59Z", nil),
            ("mon-fri 9:00", nil, 8, "2027-01-15T09:00:00Z", "2027-01-15T17:00:00Z"),
            ("mon-fri 9:00", nil, 8, "2027-01-15T16:59:59Z", "2027-01-15T17:00:00Z"),
            ("mon-fri 9:00", nil, 8, "2027-01-15T17:00:00Z", nil),
            ("mon-fri 9:00", nil, 8, "2027-01-16T10:00:00Z", nil),
            ("mon-fri 9:00", "17:00", nil, "2027-01-15T12:00:00Z", "2027-01-15T17:00:00Z"),
            ("22:00", "07:00", nil, "2027-01-15T23:30:00Z", "2027-01-16T07:00:00Z"),
            ("22:00", "07:00", nil, "2027-01-16T06:59:59Z", "2027-01-16T07:00:00Z"),
            ("22:00", "07:00", nil, "2027-01-16T07:00:00Z", nil),
            ("22:00", nil, 9, "2027-01-16T00:00:00Z", "2027-01-16T07:00:00Z"),
            ("fri 18:00", "mon 08:00", nil, "2027-01-17T12:00:00Z", "2027-01-18T08:00:00Z"),
            // A date that comes before the end of the one before it begins a new time.
            ("*:00", nil, 2, "2027-01-15T12:30:00Z", "2027-01-15T14:00:00Z"),
        ] as [(String, String?, Int64?, String, String?)]
    )
    func schedules(on: String, until: String?, hours: Int64?, at: String, end: String?) throws {
        let profile = try Self.profile(on: on, lasting: (until, hours))
        let state = FocusState(
            of: nil,
            profiles: [profile],
            at: try Self.instant(at),
            in: Self.utc
        )
        #expect(state.focus?.until == (try end.map(Self.instant)))
        #expect(state.focus?.isByHand ?? false == false)
    }

    /// In Berlin the clock goes from 02:00 to 03:00 on 28 March 2027, and from 03:00 to 02:00 on 31 October.
    @Test(
        "An end by the clock keeps its wall time where the clock is changed, a duration its length",
        arguments: [
            ("07:00", nil, "2027-03-28T00:30:00Z", "2027-03-28T05:00:00Z"),
            (nil, 8, "2027-03-28T00:30:00Z", "2027-03-28T05:00:00Z"),
            ("07:00", nil, "2027-10-31T00:30:00Z", "2027-10-31T06:00:00Z"),
            (nil, 8, "2027-10-31T00:30:00Z", "2027-10-31T05:00:00Z"),
            // 02:00 does not exist and is 03:00, from which a focus until 03:00 would last a day.
            ("03:00", nil, "2027-03-27T01:30:00Z", "2027-03-27T02:00:00Z"),
            ("03:00", nil, "2027-03-28T01:00:00Z", nil),
            ("03:00", nil, "2027-10-31T01:30:00Z", "2027-10-31T02:00:00Z"),
            // 02:30 does not exist and is 03:30.
            ("02:30", nil, "2027-03-28T00:30:00Z", "2027-03-28T01:30:00Z"),
        ] as [(String?, Int64?, String, String?)]
    )
    func daylightSaving(until: String?, hours: Int64?, at: String, end: String?) throws {
        let zones = Self.zones(try TestZone("Europe/Berlin"))
        let evening = hours == nil || at.contains("-03-") ? "22:00" : "23:00"
        let on = until == "03:00" ? "02:00" : evening
        let profile = try Self.profile(on: on, lasting: (until, hours), in: zones)
        let state = FocusState(of: nil, profiles: [profile], at: try Self.instant(at), in: zones)
        #expect(state.focus?.until == (try end.map(Self.instant)))
    }

    /// The beginning, the end, the zone, an instant, and until when the focus is on then; `nil` for off.
    ///
    /// In Santiago the clock goes from 00:00 to 01:00 on Sunday, 5 September 2027.
    @Test(
        "A focus within the hour that the clock is put forward over is none, and any other one lasts to its end",
        arguments: [
            ("2:30", "3:00", "Europe/Berlin", "2027-03-28T01:30:00Z", nil),
            ("2:30", "2:45", "Europe/Berlin", "2027-03-28T01:35:00Z", "2027-03-28T01:45:00Z"),
            ("3:00", "3:00", "Europe/Berlin", "2027-03-28T12:00:00Z", "2027-03-29T01:00:00Z"),
            ("3:00", "3:30", "Europe/Berlin", "2027-03-28T01:10:00Z", "2027-03-28T01:30:00Z"),
            (
                "sun 0:00", "0:00", "America/Santiago", "2027-09-05T12:00:00Z",
                "2027-09-06T03:00:00Z"
            ),
        ] as [(String, String, String, String, String?)]
    )
    func skippedHour(on: String, until: String, zone: String, at: String, end: String?) throws {
        let zones = Self.zones(try TestZone(zone))
        let profile = try Self.profile(on: on, lasting: (until, nil), in: zones)
        let state = FocusState(of: nil, profiles: [profile], at: try Self.instant(at), in: zones)
        #expect(state.focus?.until == (try end.map(Self.instant)))
    }

    @Test("What is switched by hand comes before a schedule, and off skips what is on then")
    func byHand() throws {
        let profiles = [
            try Self.profile("night", on: "22:00", lasting: ("07:00", nil)),
            try Self.profile("late", on: "20:00", lasting: ("23:00", nil)),
        ]
        let now = try Self.instant("2027-01-15T22:30:00Z")
        func state(
            _ choice: FocusChoice?,
            at text: String = "2027-01-15T22:30:00Z"
        ) throws
            -> FocusState
        {
            FocusState(of: choice, profiles: profiles, at: try Self.instant(text), in: Self.utc)
        }
        #expect(try state(nil).focus?.name == "night")
        #expect(try state(nil, at: "2027-01-15T21:00:00Z").focus?.name == "late")
        let plain = FocusChoice.on(
            name: "",
            since: now,
            until: try Self.instant("2027-01-15T23:15:00Z"),
            apps: ["org.example.Chat"]
        )
        #expect(try state(plain).focus?.name == "")
        #expect(try state(plain).focus?.apps == ["org.example.Chat"])
        #expect(try state(plain).nextChange == plain.end)
        // It is over to the microsecond, and the schedule goes on.
        #expect(try state(plain, at: "2027-01-15T23:14:59.999999Z").focus?.name == "")
        #expect(try state(plain, at: "2027-01-15T23:15:00Z").focus?.name == "night")
        #expect(try state(plain, at: "2027-01-15T23:15:00Z").choice == nil)
        let off = try state(.off(at: now))
        #expect(off.focus == nil)
        #expect(off.choice == .off(at: now))
        // That of the other one, which is on as well.
        #expect(off.nextChange == (try Self.instant("2027-01-15T23:00:00Z")))
        #expect(
            try state(.off(at: now), at: "2027-01-15T23:00:00Z").nextChange
                == Self.instant("2027-01-16T07:00:00Z")
        )
        #expect(try state(.off(at: now), at: "2027-01-16T07:00:00Z").choice == nil)
        #expect(try state(.off(at: now), at: "2027-01-16T22:00:00Z").focus?.name == "night")
        // One that begins while the other is still off is on.
        let early = try Self.instant("2027-01-15T21:00:00Z")
        #expect(try state(.off(at: early), at: "2027-01-15T21:59:59Z").focus == nil)
        #expect(try state(.off(at: early)).focus?.name == "night")
        // One by hand in between changes nothing of that.
        let between = FocusChoice.on(
            name: "",
            since: now,
            until: try Self.instant("2027-01-15T23:15:00Z"),
            apps: [],
            off: now
        )
        #expect(try state(between).focus?.isByHand == true)
        #expect(try state(between, at: "2027-01-15T23:15:00Z").focus == nil)
        #expect(try state(between, at: "2027-01-15T23:15:00Z").choice == .off(at: now))
        #expect(try state(between, at: "2027-01-16T07:00:00Z").choice == nil)
        let open = FocusChoice.on(name: "night", since: now, until: nil, apps: [])
        #expect(try state(open, at: "2030-01-15T12:00:00Z").focus?.name == "night")
        #expect(try state(open).nextChange == nil)
    }

    @Test("A focus with a place is on there, and with a schedule at its times alone")
    func places() throws {
        var office = try Self.profile("office", on: "9:00", lasting: ("17:00", nil))
        office.place = CircularRegion(center: Coordinate(latitude: 50, longitude: 8), radius: 100)
        var home = FocusProfile(name: "home")
        home.place = CircularRegion(center: Coordinate(latitude: 51, longitude: 8), radius: 100)
        func state(
            _ text: String,
            _ arrivals: [String: String],
            _ choice: FocusChoice? = nil
        ) throws -> FocusState {
            FocusState(
                of: choice,
                profiles: [office, home],
                at: try Self.instant(text),
                in: Self.utc,
                arrivals: try arrivals.mapValues(Self.instant)
            )
        }
        let (noon, night) = ("2027-01-15T12:00:00Z", "2027-01-15T23:00:00Z")
        #expect(try state(noon, [:]).focus == nil)
        let arrived = try state(noon, ["office": "2027-01-15T10:00:00Z"]).focus
        #expect(arrived?.since == (try Self.instant("2027-01-15T10:00:00Z")))
        #expect(arrived?.until == (try Self.instant("2027-01-15T17:00:00Z")))
        #expect(try state(night, ["office": "2027-01-15T10:00:00Z"]).focus == nil)
        let atHome = try state(night, ["home": "2027-01-15T18:00:00Z"])
        #expect(atHome.focus?.name == "home")
        #expect(atHome.focus?.until == nil)
        let off = FocusChoice.off(at: try Self.instant("2027-01-15T20:00:00Z"))
        let skipped = try state(night, ["home": "2027-01-15T18:00:00Z"], off)
        #expect(skipped.focus == nil)
        #expect(skipped.choice == off)
        #expect(try state(night, ["home": "2027-01-15T22:00:00Z"], off).focus?.name == "home")
    }

    @Test(
        "What a focus cannot follow is refused with what to write",
        arguments: [
            ("blue moon", "blue"), ("every day at 9 until friday", "leave until out"),
            ("every second monday at 9", "starting"), ("9:00 Europe/Berlin", "Europe/Berlin"),
        ]
    )
    func refusals(text: String, part: String) throws {
        let error = #expect(throws: TimeSpecError.self) {
            try FocusDates(text, hours: { .standard }, now: .distantPast, in: Self.utc)
        }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test("What was switched is read back as it was, and a damaged text is none")
    func stored() throws {
        let now = Instant(seconds: 1_800_000_000)
        let choices: [FocusChoice] = [
            .on(name: "", since: now, until: nil, apps: []),
            .on(name: "deep work", since: now, until: now, apps: ["a", "b"]), .off(at: now),
            .on(name: "", since: now, until: nil, apps: [], off: now),
            .on(name: "deep work", since: now, until: now, apps: ["a"], off: now),
        ]
        for choice in choices { #expect(FocusChoice(choice.description, at: now) == choice) }
        for text in [
            "", "on", "on\twork\tx\t", "on\twork\t1\tx", "off", "off\tx", "off-at\tx",
            "off-at\t1\tx", "off-at\tx\ton\t\t1\t", "off-at\t1\toff-at\t1", "maybe\t1",
        ] {
            #expect(FocusChoice(text, at: now) == nil, "\(text)")
        }
    }

    @Test("The off of an earlier version is one of what is on now, and nothing after its end")
    func storedByAnEarlierVersion() throws {
        let now = Instant(seconds: 1_800_000_000)
        let profile = try Self.profile(on: "*:00", lasting: (nil, 2))
        func focus(_ text: String) -> ActiveFocus? {
            let choice = FocusChoice(text, at: now)
            #expect(choice != nil)
            return FocusState(of: choice, profiles: [profile], at: now, in: Self.utc).focus
        }
        #expect(focus("off\t\(now.microseconds + 1)") == nil)
        #expect(focus("off\t\(now.microseconds)") != nil)
    }

    @Test(
        "A rule whose next dates are less than an hour apart is dense",
        arguments: [
            ("*:*:00", true), ("*:00/30", true), ("9:0,59", true), ("mon 9..11:0/59", true),
            ("*:00", false), ("9,10:00", false), ("mon-fri 9:00", false), ("22:30", false),
        ]
    )
    func dense(text: String, isDense: Bool) throws {
        let now = try Self.instant("2027-01-15T08:00:00Z")
        let dates = try FocusDates(text, hours: { .standard }, now: now, in: Self.utc)
        #expect(dates.isDense(after: now, in: Self.utc) == isDense)
    }

    @Test("Blanks around an app's id are left out, and one inside is refused with the id")
    func appNames() throws {
        #expect(try FocusProfile.app("  org.example.Chat\t", .appID) == "org.example.Chat")
        #expect(try FocusProfile.app(" ", .appID) == "")
        let error = #expect(throws: RequestError.self) {
            try FocusProfile.app(" org.example. Chat", RequestError.Field("apps", "--allow"))
        }
        #expect(
            error?.message
                == "--allow \"org.example. Chat\" has a blank in it; "
                + "write the ids of apps with commas between them"
        )
        #expect(FocusProfile.name("  deep\t work ") == "deep work")
    }
}
