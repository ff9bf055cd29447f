import AgentInterface
import NotifyCore
import Testing

@testable import PushMessages

/// The registrations, without a bus.
@Suite struct ConnectorTests {
    private static let kde = "org.unifiedpush.Distributor.kde"
    private static let other = "org.unifiedpush.Distributor.other"
    private static let url = "https://push.example/abc"

    /// A connector with its calls.
    private struct Scene {
        var connector = Connector()
        var names = DistributorNames(
            running: [ConnectorTests.kde, ConnectorTests.other],
            activatable: []
        )
        var calls = 0
        var token = 0

        mutating func register(
            _ app: String = "app",
            serverKey: String? = nil,
            distributor: String? = nil,
            isConfined: Bool = false
        ) throws -> [Connector.Action] {
            calls += 1
            token += 1
            var call = Connector.RegisterCall(number: calls, app: app, serverKey: serverKey)
            call.choice.requested = distributor
            call.isConfined = isConfined
            let fresh = Connector.NewRegistration(token: "token\(token)", keys: try MessageKeys())
            return connector.handle(.register(call, names, fresh))
        }

        /// Registers an app whose distributor answers at once.
        mutating func registered(_ app: String = "app") throws -> AppRegistration {
            let actions = try register(app)
            guard let (registration, attempt) = actions.calls.first else {
                throw RequestError(.notFound, "\(actions)")
            }
            let token = registration.token
            _ = connector.handle(.endpoint(token: token, url: ConnectorTests.url))
            _ = connector.handle(.answered(token: token, attempt: attempt, .succeeded))
            return try #require(connector.registration(token: token))
        }
    }

    @Test func anAppIsStoredBeforeTheDistributorIsCalled() throws {
        var scene = Scene()
        let actions = try scene.register(serverKey: "key")
        guard actions.count == 3, case .save(let saved) = actions[0],
            case .callRegister(let called, let attempt) = actions[1]
        else {
            Issue.record("\(actions)")
            return
        }
        #expect(saved == called)
        #expect(saved.app == "app" && saved.serverKey == "key" && saved.token == "token1")
        #expect(!scene.connector.isIdle)
        let token = called.token
        #expect(scene.connector.handle(.answered(token: token, attempt: attempt, .succeeded)) == [])
        let done = scene.connector.handle(.endpoint(token: token, url: Self.url))
        var complete = saved
        complete.endpoint = Self.url
        #expect(
            done == [
                .save(complete), .remember(distributor: Self.kde),
                .finish(call: 1, .success(complete)),
            ]
        )
        #expect(scene.connector.isIdle)
        #expect(scene.connector.all == [complete])
    }

    @Test func theEndpointMayComeBeforeTheAnswer() throws {
        var scene = Scene()
        _ = try scene.register()
        let done = scene.connector.handle(.endpoint(token: "token1", url: Self.url))
        #expect(done.finished.map(\.endpoint) == [Self.url])
        #expect(scene.connector.handle(.answered(token: "token1", attempt: 1, .succeeded)) == [])
        #expect(scene.connector.handle(.timeout(token: "token1", attempt: 1)) == [])
    }

    @Test func theSameAppGetsTheSame() throws {
        var scene = Scene()
        let first = try scene.registered()
        let actions = try scene.register()
        #expect(actions.calls.map(\.0) == [first])
        // Another call meanwhile waits for the same answer.
        #expect(try scene.register() == [])
        let done = scene.connector.handle(.endpoint(token: first.token, url: Self.url))
        #expect(done == [.finish(call: 2, .success(first)), .finish(call: 3, .success(first))])
    }

    @Test func aDistributorThatReportsNothingNewIsBelieved() throws {
        var scene = Scene()
        let first = try scene.registered()
        let attempt = try #require(try scene.register().calls.first?.1)
        let wait = scene.connector.handle(
            .answered(token: first.token, attempt: attempt, .succeeded)
        )
        guard case .startTimer(first.token, attempt, _)? = wait.first else {
            Issue.record("\(wait)")
            return
        }
        let done = scene.connector.handle(.timeout(token: first.token, attempt: attempt))
        #expect(done == [.finish(call: 2, .success(first))])
    }

    @Test func anotherServerKeyOrDistributorGivesAnotherRegistration() throws {
        var scene = Scene()
        let first = try scene.registered()
        let changed = try scene.register(serverKey: "key")
        // The first one receives until there is another endpoint.
        #expect(!changed.contains(.callUnregister(first)))
        #expect(scene.connector.registration(token: first.token) == first)
        let second = try #require(changed.calls.first?.0)
        #expect(second.token != first.token && second.keys != first.keys)
        #expect(second.distributor == first.distributor)
        let moved = try scene.register(distributor: "other")
        #expect(moved.calls.first?.0.distributor == Self.other)
        // The call that waited for the second has an answer.
        #expect(moved.failures.count == 1)
        #expect(moved.contains(.callUnregister(second)))
        #expect(scene.connector.all.count == 1)
        let third = try #require(moved.calls.first?.0)
        let done = scene.connector.handle(.endpoint(token: third.token, url: Self.url))
        #expect(done.contains(.delete(token: first.token)))
        #expect(done.contains(.callUnregister(first)))
        #expect(done.contains(.remember(distributor: Self.other)))
        #expect(scene.connector.registration(token: first.token) == nil)
    }

    @Test func aRefusedChangeLeavesTheRegistration() throws {
        var scene = Scene()
        let first = try scene.registered()
        let change = try #require(try scene.register(distributor: "other").calls.first)
        let actions = scene.connector.handle(
            .answered(token: change.0.token, attempt: change.1, .refused(reason: "NETWORK"))
        )
        #expect(actions.failures.count == 1)
        #expect(!actions.contains(.callUnregister(first)))
        #expect(!actions.contains { if case .remember = $0 { true } else { false } })
        #expect(scene.connector.all == [first])
    }

    /// A distributor that is not ready yet has no version; one that was updated has another.
    @Test func eachAttemptBeginsWithVersionTwo() throws {
        var scene = Scene()
        let first = try scene.registered()
        var attempt = try #require(
            scene.connector.handle(.appeared(distributor: Self.kde)).calls.first
        )
        for version in [AppRegistration.Version.second, .first, .second, .first] {
            #expect(attempt.0.version == version)
            var actions = scene.connector.handle(
                .answered(token: first.token, attempt: attempt.1, .lacksVersion)
            )
            if case .callLater? = actions.first {
                actions = scene.connector.handle(
                    .callDue(token: first.token, attempt: attempt.1)
                )
            }
            #expect(!actions.contains { if case .save = $0 { true } else { false } })
            attempt = actions.calls.first ?? attempt
        }
        #expect(scene.connector.all == [first])
        attempt = try #require(
            scene.connector.handle(.appeared(distributor: Self.kde)).calls.first
        )
        #expect(attempt.0.version == .second)
        _ = scene.connector.handle(
            .answered(token: first.token, attempt: attempt.1, .lacksVersion)
        )
        let done = scene.connector.handle(
            .answered(token: first.token, attempt: attempt.1, .succeeded)
        )
        var older = first
        older.version = .first
        #expect(done.first == .save(older))
    }

    @Test func versionOneFollowsVersionTwo() throws {
        var scene = Scene()
        _ = try scene.register()
        let again = scene.connector.handle(
            .answered(token: "token1", attempt: 1, .lacksVersion)
        )
        #expect(again.calls.map(\.0.version) == [.first])
        _ = scene.connector.handle(.answered(token: "token1", attempt: 1, .succeeded))
        let done = scene.connector.handle(.endpoint(token: "token1", url: Self.url))
        #expect(done.finished.map(\.version) == [.first])
    }

    /// A distributor that the bus has just started may have its name before its object.
    @Test func aDistributorWithoutAnObjectIsCalledOnceMore() throws {
        var scene = Scene()
        _ = try scene.register()
        let answer = Connector.Event.answered(token: "token1", attempt: 1, .lacksVersion)
        _ = scene.connector.handle(answer)
        let wait = scene.connector.handle(answer)
        guard case .callLater("token1", 1, _)? = wait.first, wait.count == 1 else {
            Issue.record("\(wait)")
            return
        }
        #expect(!scene.connector.isIdle)
        #expect(scene.connector.handle(.callDue(token: "token1", attempt: 7)) == [])
        let again = scene.connector.handle(.callDue(token: "token1", attempt: 1))
        #expect(again.calls.map(\.0.version) == [.second])
        _ = scene.connector.handle(answer)
        let end = scene.connector.handle(answer)
        #expect(end.failures.first?.message.contains("neither version 1 nor version 2") == true)
        #expect(scene.connector.all == [])
        #expect(scene.connector.handle(.callDue(token: "token1", attempt: 1)) == [])
    }

    @Test(arguments: [
        ("NETWORK", "network"), ("ACTION_REQUIRED", "log in"), ("VAPID_REQUIRED", "--vapid"),
        ("UNAUTHORIZED", "--distributor"), ("INTERNAL_ERROR", "later"), ("odd", "\"odd\""),
    ])
    func aRefusalNamesTheWayOut(reason: String, word: String) throws {
        var scene = Scene()
        _ = try scene.register()
        let actions = scene.connector.handle(
            .answered(token: "token1", attempt: 1, .refused(reason: reason))
        )
        #expect(actions.failures.first?.message.contains(word) == true)
        // Nothing is left of it, here or there.
        #expect(actions.contains(.delete(token: "token1")))
        #expect(actions.contains { if case .callUnregister = $0 { true } else { false } })
        #expect(scene.connector.all == [] && scene.connector.isIdle)
    }

    @Test func aRefusalLaterKeepsWhatThereIs() throws {
        var scene = Scene()
        let first = try scene.registered()
        let attempt = try #require(try scene.register().calls.first?.1)
        let actions = scene.connector.handle(
            .answered(token: first.token, attempt: attempt, .refused(reason: "NETWORK"))
        )
        #expect(actions.failures.count == 1)
        #expect(scene.connector.all == [first])
    }

    @Test func silenceEnds() throws {
        var scene = Scene()
        _ = try scene.register()
        #expect(scene.connector.handle(.timeout(token: "token1", attempt: 7)) == [])
        let actions = scene.connector.handle(.timeout(token: "token1", attempt: 1))
        #expect(actions.failures.count == 1)
        #expect(scene.connector.all == [])
        // What comes later finds nothing.
        #expect(scene.connector.handle(.endpoint(token: "token1", url: Self.url)) == [])
        #expect(scene.connector.handle(.answered(token: "token1", attempt: 1, .succeeded)) == [])
    }

    @Test func aStoreThatFailsIsAnError() throws {
        var scene = Scene()
        _ = try scene.register()
        let error = RequestError(.storage, "full")
        let actions = scene.connector.handle(.notSaved(token: "token1", error))
        #expect(actions.failures == [error])
        #expect(scene.connector.all == [])
    }

    @Test func unknownTokensAndEndpointsThatAreNoneAreIgnored() throws {
        var scene = Scene()
        let first = try scene.registered()
        #expect(scene.connector.handle(.endpoint(token: "nobody", url: Self.url)) == [])
        #expect(scene.connector.handle(.unregistered(token: "nobody")) == [])
        #expect(scene.connector.handle(.unregistered(token: "")) == [])
        let long = "https://push.example/" + String(repeating: "a", count: 1_000)
        for url in ["", "not_an_url", "file:///etc", "https://", "https://a b", "https://ä", long] {
            _ = scene.connector.handle(.endpoint(token: first.token, url: url))
        }
        #expect(scene.connector.all == [first])
    }

    @Test func aStartRegistersEachAppAgain() throws {
        var scene = Scene()
        let apps = [try scene.registered("a"), try scene.registered("b")]
        var next = Connector(apps)
        let actions = next.handle(.start(scene.names))
        #expect(actions.calls.map(\.0) == apps)
        // A distributor that this has started changes nothing.
        #expect(next.handle(.appeared(distributor: Self.kde)) == [])
        let gone = DistributorNames(running: [], activatable: [])
        var lonely = Connector(apps)
        #expect(lonely.handle(.start(gone)).calls.isEmpty)
        #expect(lonely.handle(.appeared(distributor: Self.kde)).calls.map(\.0) == apps)
        #expect(lonely.handle(.appeared(distributor: Self.other)) == [])
        // What fails without a caller stays.
        let end = lonely.handle(.timeout(token: apps[0].token, attempt: 1))
        #expect(end.failures.isEmpty && lonely.all == apps)
    }

    @Test func anAppStaysWithADistributorThatIsAway() throws {
        var scene = Scene()
        let first = try scene.registered()
        scene.names = DistributorNames(running: [Self.other], activatable: [])
        let kept = try scene.register()
        #expect(kept.calls.isEmpty && kept.finished == [first], "\(kept)")
        // It cannot register what it does not have yet.
        let changed = try scene.register(serverKey: "key")
        #expect(changed.failures.first?.message.contains("--distributor") == true)
        scene.names = DistributorNames(running: [], activatable: [])
        #expect(try scene.register().finished == [first])
        #expect(scene.connector.handle(.appeared(distributor: Self.kde)).calls.map(\.0) == [first])
        // Only who names another one moves.
        scene.names = DistributorNames(running: [Self.other], activatable: [])
        let moved = try scene.register(distributor: "other")
        #expect(moved.calls.map(\.0.distributor) == [Self.other])
    }

    @Test func aDistributorMayEndARegistration() throws {
        var scene = Scene()
        let first = try scene.registered()
        let actions = scene.connector.handle(.unregistered(token: first.token))
        var ended = first
        ended.endpoint = nil
        #expect(actions.contains(.save(ended)))
        #expect(scene.connector.all == [ended])
        // One that moves to another push server reports the new endpoint by itself.
        let back = scene.connector.handle(.endpoint(token: first.token, url: Self.url))
        #expect(back == [.save(first), .announce])
        // Otherwise the app registers again, by the same keys.
        _ = scene.connector.handle(.unregistered(token: first.token))
        #expect(try scene.register().calls.map(\.0) == [ended])
        // One that ends it before it has begun leaves nothing.
        let end = scene.connector.handle(.unregistered(token: first.token))
        #expect(end.failures.count == 1 && end.contains(.delete(token: first.token)))
        #expect(scene.connector.all == [])
    }

    @Test func aMoveThatTheDistributorEndsLeavesTheRegistration() throws {
        var scene = Scene()
        let first = try scene.registered()
        let change = try #require(try scene.register(distributor: "other").calls.first)
        let end = scene.connector.handle(.unregistered(token: change.0.token))
        #expect(end.failures.count == 1)
        #expect(scene.connector.all == [first])
    }

    @Test func aChangeOfTheEndpointIsAnnouncedUnlessACallWaitsForIt() throws {
        var scene = Scene()
        let first = try scene.registered()
        let other = "https://push.example/other"
        _ = try scene.register()
        let asked = scene.connector.handle(.endpoint(token: first.token, url: other))
        #expect(!asked.contains(.announce) && asked.finished.map(\.endpoint) == [other])
        #expect(scene.connector.handle(.endpoint(token: first.token, url: other)) == [])
        let actions = scene.connector.handle(.endpoint(token: first.token, url: Self.url))
        #expect(actions == [.save(first), .announce])
    }

    @Test func aSandboxedAppChoosesForItselfAlone() throws {
        var scene = Scene()
        let actions = try scene.register(distributor: "other", isConfined: true)
        let own = try #require(actions.calls.first?.0)
        #expect(own.isConfined)
        let done = scene.connector.handle(.endpoint(token: own.token, url: Self.url))
        #expect(!done.contains(.remember(distributor: Self.other)))
        // It stays in its sandbox, also where the user registers it for another server.
        #expect(try scene.register().calls.map(\.0.isConfined) == [true])
        #expect(try scene.register(serverKey: "key").calls.map(\.0.isConfined) == [true])
    }

    @Test func aRegistrationOfTheUserIsTheSandboxesFromItsFirstCall() throws {
        var scene = Scene()
        let first = try scene.registered()
        var own = first
        own.isConfined = true
        #expect(try scene.register(isConfined: true).first == .save(own))
        #expect(scene.connector.all == [own])
        // While it moves, the store has the earlier one.
        scene = Scene()
        _ = try scene.registered()
        _ = try scene.register(distributor: "other")
        let during = try scene.register(isConfined: true)
        #expect(during.isEmpty)
        #expect(scene.connector.all.map(\.isConfined) == [true])
    }

    @Test func anAppUnregisters() throws {
        var scene = Scene()
        let first = try scene.registered()
        let actions = scene.connector.handle(.unregister(call: 9, app: "app"))
        #expect(
            actions == [
                .delete(token: first.token), .callUnregister(first),
                .finish(call: 9, .success(first)),
            ]
        )
        let again = scene.connector.handle(.unregister(call: 10, app: "app"))
        #expect(again.failures.map(\.code) == [.notFound])
        #expect(scene.connector.handle(.unregistered(token: first.token)) == [])
    }

    @Test func registrationsHaveALimit() throws {
        let keys = try MessageKeys()
        let all = (0..<Connector.maxRegistrations).map {
            AppRegistration(
                token: "\($0)",
                app: "app\($0)",
                keys: keys,
                serverKey: nil,
                distributor: Self.kde
            )
        }
        var scene = Scene(connector: Connector(all))
        #expect(try scene.register("one more").failures.map(\.code) == [.notAllowed])
        #expect(try scene.register("app7").calls.count == 1)
    }

    // MARK: - The choice of a distributor

    @Test func theChoiceHasAnOrder() throws {
        let names = DistributorNames(
            running: [":1.5", "org.example.App", "org.unifiedpush.Distributor.b", Self.kde],
            activatable: ["org.unifiedpush.Distributor.", "org.unifiedpush.Distributor.a"]
        )
        #expect(names.all.count == 3)
        var choice = DistributorChoice()
        #expect(try choice.distributor(among: names) == "org.unifiedpush.Distributor.b")
        choice.remembered = Self.kde
        #expect(try choice.distributor(among: names) == Self.kde)
        choice.environment = ChosenDistributor(variable: "UNIFIED_PUSH_DISTRIBUTOR", name: "a")
        #expect(try choice.distributor(among: names) == "org.unifiedpush.Distributor.a")
        choice.environment = ChosenDistributor(variable: "UNIFIED_PUSH_DISTRIBUTOR", name: "c")
        #expect {
            try choice.distributor(among: names)
        } throws: { error in
            "\(error)".contains("UNIFIED_PUSH_DISTRIBUTOR: the distributor \"c\" is not there")
        }
        choice.requested = "org.unifiedpush.Distributor.b"
        #expect(try choice.distributor(among: names) == "org.unifiedpush.Distributor.b")
        choice = DistributorChoice(remembered: "org.unifiedpush.Distributor.gone")
        let startable = DistributorNames(running: [], activatable: [Self.other])
        #expect(try choice.distributor(among: startable) == Self.other)
    }

    @Test func withoutADistributorTheErrorNamesAPackage() {
        let none = DistributorNames(running: ["org.example.App"], activatable: [])
        #expect {
            try DistributorChoice().distributor(among: none)
        } throws: { error in
            "\(error)".contains("kunifiedpush")
        }
        let some = DistributorNames(running: [Self.kde], activatable: [])
        #expect {
            try DistributorChoice(requested: "kd").distributor(among: some)
        } throws: { error in
            "\(error)".contains("did you mean kde?")
        }
    }
}

extension [Connector.Action] {
    /// The registrations that distributors are asked for, with the numbers of the attempts.
    fileprivate var calls: [(AppRegistration, Int)] {
        compactMap {
            if case .callRegister(let registration, let attempt) = $0 {
                (registration, attempt)
            } else {
                nil
            }
        }
    }

    /// What calls got.
    fileprivate var finished: [AppRegistration] {
        compactMap {
            if case .finish(_, .success(let registration)) = $0 { registration } else { nil }
        }
    }

    /// The errors that calls got.
    fileprivate var failures: [RequestError] {
        compactMap { if case .finish(_, .failure(let error)) = $0 { error } else { nil } }
    }
}
