import AgentInterface
import GLibBridge
import NotifyCore

extension RequestKey {
    /// Whether it is the notification that stands for others, also a postponed one.
    ///
    /// It may name what came from other machines, and so it is passed to nobody.
    var isSummary: Bool {
        appID == AgentNames.app && identifier.hasPrefix(AgentNames.summaryIdentifier)
    }
}

/// A notification that came later than it was sent.
struct LateNotification: Equatable, Sendable {
    /// When it was sent, by the clock of its sender or of the server.
    let sent: Instant
    let request: NotificationRequest
}

/// The calls to the agent, which the bus starts if none runs.
@GLibActor
struct AgentCalls {
    /// The result of a call.
    enum Outcome: Equatable {
        case done
        /// The agent will never take it; with the reason.
        case refused(String)
        /// The agent cannot take it now; with the reason.
        case later(String)
    }

    private let connection: BusConnection

    /// Prepares calls over a connection.
    init(connection: BusConnection) {
        self.connection = connection
    }

    /// Adds a request.
    func add(_ request: NotificationRequest) async -> Outcome {
        await outcome("Add", [request.record])
    }

    /// Adds notifications that came late together, for which there is one bubble.
    ///
    /// - Returns: the outcome, and if they were handed over why each was not accepted; an empty text for one that was.
    func addLate(_ late: [LateNotification]) async -> (outcome: Outcome, refusals: [String]) {
        guard !late.isEmpty else { return (.done, []) }
        let requests = late.map { late in
            Variant.tuple([.int64(late.sent.microseconds), late.request.record])
        }
        do throws(GLibError) {
            let reply = try await connection.call(
                "AddLate",
                on: AgentNames.destination,
                .tuple([.array(of: "(xa{sv})", requests)])
            )
            return (.done, reply[0]?.strings ?? [])
        } catch {
            return (Self.outcome(of: error), [])
        }
    }

    /// Removes a request, pending or delivered.
    func remove(_ key: RequestKey) async -> Outcome {
        let selection = Variant.dictionary([
            ("identifiers", .strings([key.identifier])), ("appID", .string(key.appID)),
        ])
        return await outcome("Remove", [selection])
    }

    /// Removes all requests of an app whose identifiers begin alike, pending or delivered.
    func remove(prefix: String, of app: String) async -> Outcome {
        await outcome(
            "Remove",
            [.dictionary([("prefix", .string(prefix)), ("appID", .string(app))])]
        )
    }

    /// How long a line of the history may take, for which a caller waits, in milliseconds.
    private static let noteTime: Int32 = 2_000

    /// Writes to the history what happened on other machines to what was sent there.
    func note(_ event: RequestEvent) async -> Outcome {
        await outcome("NoteRelayed", [event.record], deadline: .milliseconds(Self.noteTime))
    }

    /// Asks to hear of all events.
    func watch() async -> Outcome {
        await outcome("Watch", [.string(""), .string("")])
    }

    /// Returns a request from the lists, and whether it is pending; `nil` if it is in neither.
    func find(_ key: RequestKey) async -> (request: NotificationRequest, isPending: Bool)? {
        let reply = try? await connection.call(
            "Find",
            on: AgentNames.destination,
            .tuple([.string("\(key.appID)/\(key.identifier)"), .string(key.appID)]),
            mayStart: false
        )
        let entries = reply?[0]?.children ?? []
        let pending = entries.first { $0["list"]?.string == "pending" }
        guard let entry = pending ?? entries.first,
            let request = try? NotificationRequest(record: entry["request"])
        else { return nil }
        return (request, pending != nil)
    }

    /// Whether the user has the texts of an app hidden while the session is locked; so they are where no agent says it.
    func hasPrivateTexts(_ app: String) async -> Bool {
        let reply = try? await connection.call(
            "Settings",
            on: AgentNames.destination,
            .tuple([.string(app)])
        )
        guard let settings = reply?[0] else { return true }
        return settings["private"]?.boolean ?? false
    }

    /// Returns the last event of each of the latest requests that was dismissed, answered or removed and not delivered
    /// again; none without an agent.
    func ends() async -> [RequestEvent] {
        // What began again, also where it was not shown.
        let events = Self.ends + ["delivered", "notAllowed", "declined", "refused", "missed"]
        let reply = try? await connection.call(
            "SelectHistory",
            on: AgentNames.destination,
            .tuple([.dictionary([("events", .strings(events))])]),
            mayStart: false
        )
        var known: Set<RequestKey> = []
        // The latest comes first.
        return (reply?[0]?.children ?? []).compactMap { try? RequestEvent(record: $0) }.filter {
            known.insert($0.key).inserted && Self.ends.contains($0.event)
        }
    }

    /// The events with which a notification is over.
    static let ends = ["responded", "dismissed", "removed"]

    private func outcome(
        _ method: String,
        _ arguments: [Variant],
        deadline: CallDeadline = .standard
    ) async -> Outcome {
        do throws(GLibError) {
            _ = try await connection.call(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                deadline: deadline
            )
            return .done
        } catch {
            return Self.outcome(of: error)
        }
    }

    private static func outcome(of error: GLibError) -> Outcome {
        guard let refusal = RequestError(error), refusal.code != .storage else {
            return .later(error.message)
        }
        return .refused(refusal.message)
    }
}
