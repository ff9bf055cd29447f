import NotifyCore
import Testing

@Suite struct DeliveryTests {
    static let bubble = BubbleKey(owner: ":1.1", id: 7)
    static let other = BubbleKey(owner: ":1.2", id: 7)

    struct Row: Sendable, CustomStringConvertible {
        let state: DeliveryState
        let event: DeliveryEvent
        let after: DeliveryState
        let effects: [DeliveryEffect]

        var description: String { "\(state) + \(event)" }
    }

    static func delivery(_ state: DeliveryState) -> Delivery {
        Delivery(
            request: NotificationRequest(
                appID: "a",
                identifier: "b",
                content: NotificationContent(title: "c"),
                actions: [
                    NotificationAction(identifier: "x", title: "X"),
                    NotificationAction(identifier: "t", title: "T", textInput: .init()),
                    NotificationAction(identifier: "u", title: "U", textInput: .init()),
                ]
            ),
            scheduled: Instant(microseconds: 1),
            delivered: Instant(microseconds: 2),
            state: state
        )
    }

    /// Events that do the same in every state.
    static let anywhere: [(DeliveryEvent, DeliveryState, [DeliveryEffect])] = [
        (.shown(bubble), .shown(bubble), []),
        (.shown(other), .shown(other), []),
        (.timedOut(owner: ":1.1"), .unknown(owner: ":1.1"), []),
        (.refused(message: "no"), .listed, [.noteRefusal(message: "no")]),
    ]

    static let states: [DeliveryState] = [
        .delivering, .unknown(owner: ":1.1"), .shown(bubble), .listed,
    ]

    static let table: [Row] =
        states.flatMap { state in
            anywhere.map { Row(state: state, event: $0.0, after: $0.1, effects: $0.2) }
        }
        + states.flatMap { state in
            let close: [DeliveryEffect] = state == .shown(bubble) ? [.close(bubble)] : []
            return [
                Row(
                    state: state,
                    event: .invoked(action: "x"),
                    after: .listed,
                    effects: [.respond(action: "x"), .end(.opened)] + close
                ),
                Row(
                    state: state,
                    event: .invoked(action: "u"),
                    after: .listed,
                    effects: [.prompt(action: "u")] + close
                ),
                Row(
                    state: state,
                    event: .replyWanted,
                    after: .listed,
                    effects: [.prompt(action: "t")] + close
                ),
                Row(
                    state: state,
                    event: .replied(action: "u", text: "a"),
                    after: .listed,
                    effects: [.respond(action: "u", text: "a"), .end(.opened)] + close
                ),
                Row(
                    state: state,
                    event: .replied(action: nil, text: ""),
                    after: .listed,
                    effects: [.respond(action: "t", text: ""), .end(.opened)] + close
                ),
                Row(
                    state: state,
                    event: .removed,
                    after: .listed,
                    effects: [.end(.removed)] + close
                ),
            ]
        }
        + [DeliveryState.delivering, .unknown(owner: ":1.1"), .listed].flatMap { state in
            [CloseReason.expired, .dismissed, .closed, .undefined].map {
                Row(state: state, event: .closed($0), after: state, effects: [])
            }
        }
        + [
            Row(state: .shown(bubble), event: .closed(.expired), after: .listed, effects: []),
            Row(
                state: .shown(bubble),
                event: .closed(.dismissed),
                after: .listed,
                effects: [.end(.dismissed)]
            ),
            Row(state: .shown(bubble), event: .closed(.closed), after: .listed, effects: []),
            Row(state: .shown(bubble), event: .closed(.undefined), after: .listed, effects: []),
        ]
        + [":1.1", ":1.2"].flatMap { owner in
            let same = owner == ":1.1"
            return [
                Row(
                    // The call that is under way names no owner; it has gone with whoever had it.
                    state: .delivering,
                    event: .ownerGone(owner: owner),
                    after: .delivering,
                    effects: [.showAgain]
                ),
                Row(
                    state: .unknown(owner: ":1.1"),
                    event: .ownerGone(owner: owner),
                    after: same ? .delivering : .unknown(owner: ":1.1"),
                    effects: same ? [.showAgain] : []
                ),
                Row(
                    state: .shown(bubble),
                    event: .ownerGone(owner: owner),
                    after: same ? .listed : .shown(bubble),
                    effects: []
                ),
                Row(state: .listed, event: .ownerGone(owner: owner), after: .listed, effects: []),
            ]
        }

    @Test(arguments: table)
    func anEventMovesAState(row: Row) {
        var delivery = Self.delivery(row.state)
        #expect(delivery.apply(row.event) == row.effects)
        #expect(delivery == Self.delivery(row.after))
    }

    @Test func theTableIsWhole() {
        // Four states by sixteen events: nine kinds, with both owners, the four reasons of a close, a
        // click on a button and on one that asks for a text, and a text for either of two.
        #expect(Self.table.count == 4 * 16)
        #expect(Set(Self.table.map(\.description)).count == Self.table.count)
    }
}
