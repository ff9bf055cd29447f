import NotifyCore

/// The registrations of all apps, and what the distributors are asked about them.
///
/// A state machine without I/O: ``PushProcess`` reports events and carries out the actions in order.
struct Connector {
    /// What happened.
    enum Event: Sendable {
        /// The program has started; with the distributors of the bus.
        case start(DistributorNames)
        /// An app registers; with what a new registration is made of.
        case register(RegisterCall, DistributorNames, NewRegistration)
        /// An app unregisters.
        case unregister(call: Int, app: String)
        /// A distributor answered a registration, or did not.
        case answered(token: String, attempt: Int, RegisterAnswer)
        /// A distributor reported an endpoint.
        case endpoint(token: String, url: String)
        /// A distributor ended a registration; the token is empty where version 1 confirms what was asked for.
        case unregistered(token: String)
        /// A distributor has started.
        case appeared(distributor: String)
        /// The time of ``Action/startTimer(token:attempt:milliseconds:)`` is over.
        case timeout(token: String, attempt: Int)
        /// The time of ``Action/callLater(token:attempt:milliseconds:)`` is over.
        case callDue(token: String, attempt: Int)
        /// A registration could not be stored; the actions after that were left out.
        case notSaved(token: String, RequestError)
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Store a registration, before anything else is done.
        case save(AppRegistration)
        /// Remove a registration from the store.
        case delete(token: String)
        /// Store the distributor for later registrations.
        case remember(distributor: String)
        /// Call `Register`, in the registration's version, and report the answer.
        case callRegister(AppRegistration, attempt: Int)
        /// Report later that `Register` is to be called again.
        case callLater(token: String, attempt: Int, milliseconds: UInt32)
        /// Call `Unregister`, whose answer does not matter.
        case callUnregister(AppRegistration)
        /// Report a timeout later.
        case startTimer(token: String, attempt: Int, milliseconds: UInt32)
        /// Report that an endpoint has changed for which no call waits.
        case announce
        /// Answer a call.
        case finish(call: Int, Result<AppRegistration, RequestError>)
        /// Write a line to the log.
        case log(String)
    }

    /// A call of `Register`.
    struct RegisterCall: Sendable {
        let number: Int
        let app: String
        /// The public key of the only server that may send; `nil` for any.
        var serverKey: String?
        var choice = DistributorChoice()
        /// Whether the app calls from inside a sandbox: its distributor does not become that of other apps, and the agent
        /// treats its messages like its own calls.
        var isConfined = false
    }

    /// The secrets of a new registration.
    struct NewRegistration: Sendable {
        let token: String
        let keys: MessageKeys
    }

    /// What a distributor answers.
    enum RegisterAnswer: Equatable, Sendable {
        case succeeded
        /// It refused; the reason is one of the specification, as far as it keeps to that.
        case refused(reason: String)
        /// It does not have the interface of this version.
        case lacksVersion
        /// It did not answer, or not in the form that the specification has; with the reason.
        case failed(String)
    }

    /// The registration of a call that is under way.
    private struct Attempt {
        let number: Int
        /// Whether it may be removed if it fails: no sender knows an endpoint of it.
        let isNew: Bool
        /// The registration that it replaces once it has an endpoint.
        var previous: AppRegistration?
        /// The calls that wait for it.
        var calls: [Int]
        /// Whether the distributor has registered it.
        var hasSucceeded = false
        /// Whether it was called again after the distributor had neither version.
        var isRepeated = false
        /// The version that is stored.
        let version: AppRegistration.Version
        /// Whether the distributor becomes that of later registrations.
        var remembers = true
    }

    /// The maximum number of registrations.
    static let maxRegistrations = 1_000
    /// How long a registration may wait for its endpoint, in milliseconds.
    private static let endpointTime: UInt32 = 90_000
    /// How long one with a known endpoint waits for another one, in milliseconds.
    private static let changeTime: UInt32 = 3_000
    /// How long a distributor that was just started may take until its object is there, in milliseconds.
    private static let objectTime: UInt32 = 3_000

    private var registrations: [String: AppRegistration]
    private var attempts: [String: Attempt] = [:]
    private var lastAttempt = 0

    /// Makes it with the stored registrations.
    init(_ registrations: [AppRegistration] = []) {
        self.registrations = Dictionary(registrations.map { ($0.token, $0) }) { first, _ in first }
    }

    /// All registrations, sorted by their apps.
    var all: [AppRegistration] { registrations.values.sorted { $0.app < $1.app } }

    /// Whether no call waits for a distributor.
    var isIdle: Bool { attempts.isEmpty }

    /// Returns the registration of a token; `nil` if it is not one of ours.
    func registration(token: String) -> AppRegistration? {
        registrations[token]
            ?? attempts.values.lazy.compactMap(\.previous).first { $0.token == token }
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start(let names): start(names)
        case .register(let call, let names, let fresh): register(call, names, fresh)
        case .unregister(let call, let app): unregister(app, call)
        case .answered(let token, let attempt, let answer): answered(token, attempt, answer)
        case .endpoint(let token, let url): endpoint(url, of: token)
        case .unregistered(let token): unregistered(token)
        case .appeared(let distributor):
            all.filter { $0.distributor == distributor }.flatMap { renew($0) }
        case .timeout(let token, let attempt): timeout(token, attempt)
        case .callDue(let token, let attempt): callAgain(token, attempt)
        case .notSaved(let token, let error): notSaved(token, error)
        }
    }

    // MARK: - Calls of apps

    private mutating func start(_ names: DistributorNames) -> [Action] {
        all.flatMap { registration -> [Action] in
            guard names.contains(registration.distributor) else {
                return [
                    .log(
                        "\(registration.distributor), the distributor of \(registration.app.quoted), is not there"
                    )
                ]
            }
            return renew(registration)
        }
    }

    private mutating func register(
        _ call: RegisterCall,
        _ names: DistributorNames,
        _ fresh: NewRegistration
    ) -> [Action] {
        let (known, marks) = registration(of: call)
        let distributor: String
        do throws(RequestError) {
            if let known, call.choice.requested == nil {
                // An app stays with its distributor, unless the caller names another one.
                distributor = known.distributor
                guard names.contains(distributor) else { return marks + (try away(known, call)) }
            } else {
                distributor = try call.choice.distributor(among: names)
            }
            if known == nil, registrations.count >= Self.maxRegistrations {
                throw RequestError(
                    .notAllowed,
                    "\(registrations.count) apps are registered, the most there may be; unregister some"
                )
            }
        } catch {
            return marks + [.finish(call: call.number, .failure(error))]
        }
        if let known, known.distributor == distributor,
            call.serverKey == nil || known.serverKey == call.serverKey
        {
            return marks + renew(known, for: call.number)
        }
        var registration = AppRegistration(
            token: fresh.token,
            app: call.app,
            keys: fresh.keys,
            serverKey: call.serverKey,
            distributor: distributor
        )
        registration.isConfined = call.isConfined || known?.isConfined == true
        registrations[registration.token] = registration
        guard let known else {
            let actions = renew(registration, for: call.number)
            attempts[registration.token]?.remembers = !call.isConfined
            return [.save(registration)] + actions
        }
        // The earlier one stays in the store, and receives messages, until the new one has an endpoint.
        registrations[known.token] = nil
        let earlier = attempts.removeValue(forKey: known.token)
        let actions = renew(registration, for: call.number)
        attempts[registration.token]?.previous = earlier?.previous ?? known
        attempts[registration.token]?.remembers = !call.isConfined
        let error = Self.isReplaced(known.app)
        // One without an endpoint is not stored, but its distributor may know it.
        let abandoned: [Action] = earlier?.previous == nil ? [] : [.callUnregister(known)]
        return marks + abandoned + (earlier?.calls ?? []).map { .finish(call: $0, .failure(error)) }
            + actions
    }

    /// Returns the registration of a call's app, and what stores that the app is in a sandbox.
    ///
    /// It stays so until the app is unregistered, whoever calls for it meanwhile.
    private mutating func registration(of call: RegisterCall) -> (AppRegistration?, [Action]) {
        guard var known = registrations.values.first(where: { $0.app == call.app }) else {
            return (nil, [])
        }
        guard call.isConfined, !known.isConfined else { return (known, []) }
        known.isConfined = true
        registrations[known.token] = known
        // One that replaces another is stored with its endpoint, and not before.
        return (known, attempts[known.token]?.previous == nil ? [.save(known)] : [])
    }

    /// Answers a call of an app whose distributor is not there: the endpoint stays valid, since the distributor may
    /// only start later than the app.
    private func away(
        _ known: AppRegistration,
        _ call: RegisterCall
    ) throws(RequestError) -> [Action] {
        let words =
            "\(known.distributor), the distributor of \(known.app.quoted), is not there"
        guard known.endpoint != nil, call.serverKey == nil || call.serverKey == known.serverKey
        else {
            throw RequestError(
                .notFound,
                "\(words); start it, or choose another one with --distributor"
            )
        }
        return [
            .log("\(words); the app keeps its endpoint"),
            .finish(call: call.number, .success(known)),
        ]
    }

    /// Asks the distributor for the endpoint of a registration, unless that is under way.
    private mutating func renew(_ registration: AppRegistration, for call: Int? = nil) -> [Action] {
        let token = registration.token
        if attempts[token] != nil {
            if let call { attempts[token]?.calls.append(call) }
            return []
        }
        lastAttempt += 1
        attempts[token] = Attempt(
            number: lastAttempt,
            isNew: registration.endpoint == nil,
            calls: call.map { [$0] } ?? [],
            version: registration.version
        )
        // The later one first: a distributor may have been updated, or had not been ready.
        var registration = registration
        registration.version = .second
        registrations[token] = registration
        return [
            .callRegister(registration, attempt: lastAttempt),
            .startTimer(token: token, attempt: lastAttempt, milliseconds: Self.endpointTime),
        ]
    }

    private mutating func unregister(_ app: String, _ call: Int) -> [Action] {
        guard let registration = registrations.values.first(where: { $0.app == app }) else {
            let error = RequestError(
                .notFound,
                "the app \(app.quoted) is not registered for push messages"
            )
            return [.finish(call: call, .failure(error))]
        }
        return remove(registration, Self.isReplaced(app))
            + [.finish(call: call, .success(registration))]
    }

    /// Ends a registration here and at its distributor.
    private mutating func remove(
        _ registration: AppRegistration,
        _ error: RequestError
    ) -> [Action] {
        let attempt = attempts.removeValue(forKey: registration.token)
        let waiting = attempt?.calls ?? []
        registrations[registration.token] = nil
        var actions: [Action] = [.delete(token: registration.token), .callUnregister(registration)]
        if let previous = attempt?.previous {
            actions += [.delete(token: previous.token), .callUnregister(previous)]
        }
        return actions
            + waiting.map { .finish(call: $0, .failure(error)) }
    }

    // MARK: - What distributors say

    private mutating func answered(
        _ token: String,
        _ attempt: Int,
        _ answer: RegisterAnswer
    ) -> [Action] {
        guard attempts[token]?.number == attempt, var registration = registrations[token] else {
            return []
        }
        switch answer {
        case .succeeded:
            // The endpoint comes by a call, of which some distributors make none if they have nothing new.
            attempts[token]?.hasSucceeded = true
            guard registration.endpoint != nil else { return [] }
            let timer = Action.startTimer(
                token: token,
                attempt: attempt,
                milliseconds: Self.changeTime
            )
            let isChanged = attempts[token]?.version != registration.version
            return isChanged ? [.save(registration), timer] : [timer]
        case .refused(let reason):
            return fail(token, Self.refusal(reason, of: registration.distributor))
        case .failed(let reason):
            let error = RequestError(
                .notFound,
                "the distributor \(registration.distributor) did not register the app: \(reason); try again, or choose "
                    + "another one with --distributor"
            )
            return fail(token, error)
        case .lacksVersion:
            guard registration.version == .second else {
                if attempts[token]?.isRepeated == false {
                    attempts[token]?.isRepeated = true
                    return [
                        .callLater(
                            token: token,
                            attempt: attempt,
                            milliseconds: Self.objectTime
                        )
                    ]
                }
                let error = RequestError(
                    .notFound,
                    "\(registration.distributor) has neither version 1 nor version 2 of UnifiedPush; choose another "
                        + "distributor with --distributor"
                )
                return fail(token, error)
            }
            registration.version = .first
            registrations[token] = registration
            return [.callRegister(registration, attempt: attempt)]
        }
    }

    /// Calls a distributor again whose object was not there, the later version first.
    private mutating func callAgain(_ token: String, _ attempt: Int) -> [Action] {
        guard attempts[token]?.number == attempt, var registration = registrations[token] else {
            return []
        }
        registration.version = .second
        registrations[token] = registration
        return [.callRegister(registration, attempt: attempt)]
    }

    private mutating func timeout(_ token: String, _ attempt: Int) -> [Action] {
        guard let state = attempts[token], state.number == attempt,
            let registration = registrations[token]
        else { return [] }
        if state.hasSucceeded, registration.endpoint != nil { return succeed(registration) }
        return fail(token, Self.silence(registration.distributor))
    }

    private mutating func endpoint(_ url: String, of token: String) -> [Action] {
        guard var registration = registrations[token] else { return [] }
        guard AppRegistration.isEndpoint(url) else {
            return [.log("\(registration.distributor) sent an endpoint that is no URL")]
        }
        var actions: [Action] = []
        let isOtherVersion = attempts[token].map { $0.version != registration.version } ?? false
        if registration.endpoint != url || isOtherVersion {
            registration.endpoint = url
            registrations[token] = registration
            actions.append(.save(registration))
            if attempts[token]?.calls.isEmpty ?? true { actions.append(.announce) }
        }
        return actions + succeed(registration)
    }

    private mutating func succeed(_ registration: AppRegistration) -> [Action] {
        guard let attempt = attempts.removeValue(forKey: registration.token) else { return [] }
        var actions: [Action] = []
        if let previous = attempt.previous {
            actions = [.delete(token: previous.token), .callUnregister(previous)]
        }
        if attempt.isNew, attempt.remembers {
            actions.append(.remember(distributor: registration.distributor))
        }
        return actions + attempt.calls.map { .finish(call: $0, .success(registration)) }
    }

    private mutating func fail(_ token: String, _ error: RequestError) -> [Action] {
        guard let attempt = attempts.removeValue(forKey: token),
            let registration = registrations[token]
        else { return [] }
        var actions = attempt.calls.map { Action.finish(call: $0, .failure(error)) }
        if attempt.isNew, !attempt.calls.isEmpty {
            // The distributor may still register it later.
            registrations[token] = nil
            actions += [.delete(token: token), .callUnregister(registration)]
            if let previous = attempt.previous { registrations[previous.token] = previous }
        } else {
            registrations[token]?.version = attempt.version
        }
        if attempt.calls.isEmpty { actions.append(.log("\(registration.app): \(error.message)")) }
        return actions
    }

    /// Forgets an endpoint that is not stored, so that it is stored when it comes again.
    private mutating func notSaved(_ token: String, _ error: RequestError) -> [Action] {
        if attempts[token] != nil { return fail(token, error) }
        registrations[token]?.endpoint = nil
        return []
    }

    private mutating func unregistered(_ token: String) -> [Action] {
        for (own, attempt) in attempts where attempt.previous?.token == token {
            attempts[own]?.previous = nil
            return [.delete(token: token)]
        }
        guard var registration = registrations[token] else { return [] }
        let attempt = attempts.removeValue(forKey: token)
        let error = RequestError(
            .notFound,
            "the distributor \(registration.distributor) ended the registration; register again"
        )
        var actions: [Action] = [
            .log(
                "\(registration.distributor) ended the registration of \(registration.app.quoted)"
            )
        ]
        if registration.endpoint == nil, attempt != nil {
            registrations[token] = nil
            actions.append(.delete(token: token))
            if let previous = attempt?.previous { registrations[previous.token] = previous }
        } else {
            if let attempt { registration.version = attempt.version }
            // A distributor that moves to another push server ends registrations, and reports new endpoints later.
            registration.endpoint = nil
            registrations[token] = registration
            actions.append(.save(registration))
        }
        return actions + (attempt?.calls ?? []).map { .finish(call: $0, .failure(error)) }
    }

    // MARK: - Errors

    private static func isReplaced(_ app: String) -> RequestError {
        RequestError(
            .notFound,
            "the registration of \(app.quoted) was ended by another call; try again"
        )
    }

    private static func silence(_ distributor: String) -> RequestError {
        RequestError(
            .notFound,
            "the distributor \(distributor) sent no endpoint in time; check its settings and the network, or choose "
                + "another one with --distributor"
        )
    }

    private static func refusal(_ reason: String, of distributor: String) -> RequestError {
        let advice =
            switch reason {
            case "NETWORK": "it has no network; try again when there is one"
            case "ACTION_REQUIRED":
                "it needs you first: open its settings, and log in to a push server"
            case "VAPID_REQUIRED":
                "it needs the public key of the server that sends; give it with --vapid"
            case "UNAUTHORIZED":
                "it registers sandboxed apps only; choose another one with --distributor"
            case "INTERNAL_ERROR": "it has an internal error; try again later"
            default: "it says \(reason.quoted); try again later"
            }
        return RequestError(
            .notFound,
            "the distributor \(distributor) refused the registration: \(advice)"
        )
    }
}
