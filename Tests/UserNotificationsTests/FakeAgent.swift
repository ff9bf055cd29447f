import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport

/// An agent that a test plays: it takes every call, and says what the test wants said.
struct FakeAgent {
    private let peer: BusPeer
    /// The calls of `Add`; the replies to them are the test's.
    var additions: Recorder<BusMethodCall> { peer.calls }

    /// Takes the agent's name, or waits for it where another one has it.
    init(on bus: PrivateBus, refusing refused: String = "") async throws {
        peer = try await BusPeer(
            on: bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML
        ) { call in
            guard call.method != "Add" else { return false }
            if call.method == refused {
                call.fail(RequestError(.notAllowed, "").busName, "no \(refused)")
                return true
            }
            switch call.method {
            case "Categories", "List": call.reply([.array(of: "a{sv}", [])])
            case "ListPart": call.reply([.array(of: "ay", []), .string("")])
            default: call.reply([])
            }
            return true
        }
        let waits: UInt32 = 0
        _ = try await peer.connection.call(
            "RequestName",
            on: .bus,
            .tuple([.string(AgentNames.bus), .uint32(waits)])
        )
    }

    /// Waits for an addition and accepts it.
    func accept() async throws -> String {
        let addition = try await additions.next(30)
        addition.reply([AddReply.plain.record])
        return addition.sender
    }

    /// Calls an app.
    func tell(_ app: String, _ method: String, _ record: Variant) async throws -> Variant {
        try await peer.connection.call(
            method,
            on: AppNames.destination(app),
            .tuple([record]),
            deadline: .milliseconds(30_000)
        )
    }

    /// Leaves the bus, and whoever waits for a reply.
    func fall() {
        peer.connection.close()
    }
}

extension Variant {
    private static let shown = AppNotification(
        request: NotificationRequest(
            appID: "org.example.Sample",
            identifier: "host",
            content: NotificationContent(title: "host")
        ),
        date: Instant(seconds: 1_800_000_000)
    )

    /// A notification that is about to be shown.
    static var notification: Variant { shown.record }

    /// A click on one, as an agent gives it that numbers no responses.
    static var response: Variant { click.record }

    /// A click on one.
    static func response(id: Int64, until: Int64? = nil) -> Variant {
        HandedResponse(click, id: id, until: until).record
    }

    private static var click: AppResponse {
        AppResponse(notification: shown, action: NotificationAction.defaultIdentifier)
    }
}

extension AddReply {
    /// What is said of a request that is shown at once.
    static let plain = AddReply(
        identifier: "one",
        nextTriggerDates: [],
        remarks: [],
        understood: "now",
        serverPresent: true
    )
}
