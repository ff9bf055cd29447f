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
        .delivering, .unknown(owner: ":1.1"), .shown(bubble), .returning(bubble), .returning(nil),
        .listed,
    ]

    private static let sameAnywhere: [Row] =
        states.flatMap { state -> [Row] in
            anywhere.map { Row(state: state, event: $0.0, after: $0.1, effects: $0.2) }
        }

    private static let answered: [Row] =
        states.flatMap { state -> [Row] in
            let close: [DeliveryEffect] = state.bubble == nil ? [] : [.close(bubble)]
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

    private static let closedWithoutBubble: [Row] =
        [DeliveryState.delivering, .unknown(owner: ":1.1"), .listed].flatMap { state -> [Row] in
            ([CloseReason.expired, .dismissed, .closed, .undefined].map { .closed($0) } + [.unseen])
                .map { Row(state: state, event: $0, after: state, effects: []) }
        }

    private static let closedWithBubble: [Row] =
        [DeliveryState.shown(bubble), .returning(bubble), .returning(nil)].flatMap {
            state -> [Row] in
            [CloseReason.expired, .dismissed, .closed, .undefined].map { reason in
                Row(
                    state: state,
                    event: .closed(reason),
                    after: .listed,
                    effects: reason == .dismissed ? [.end(.dismissed)] : []
                )
            } + [Row(state: state, event: .unseen, after: .listed, effects: [])]
        }

    private static let comingBack: [Row] =
        states.flatMap { state -> [Row] in
            let isShown = state == .shown(bubble)
            return [
                Row(
                    state: state,
                    event: .senderGone,
                    after: isShown ? .returning(bubble) : state,
                    effects: isShown ? [.showAgainLast] : []
                ),
                Row(
                    state: state,
                    event: .passedOver,
                    after: state.isReturning ? .listed : state,
                    effects: []
                ),
                Row(
                    state: state,
                    event: .unread,
                    after: isShown ? .listed : state.isReturning ? .returning(nil) : state,
                    effects: []
                ),
                Row(
                    state: state,
                    event: .revealed,
                    after: isShown ? .returning(bubble) : state,
                    effects: isShown ? [.showAgain] : []
                ),
            ]
        }

    private static let askedElsewhere: [Row] =
        states.flatMap { state -> [Row] in
            let close: [DeliveryEffect] = state.bubble == nil ? [] : [.close(bubble)]
            // It is on its way, or this server may show it still.
            let isOnItsWay = state == .delivering || state == .unknown(owner: ":1.1")
            return [
                Row(
                    state: state,
                    event: .dismissed,
                    after: .listed,
                    effects: [.end(.dismissed)] + close
                ),
                Row(
                    state: state,
                    event: .wantedAgain,
                    after: isOnItsWay ? state : .delivering,
                    effects: isOnItsWay ? [] : close + [.showAgain]
                ),
                Row(
                    state: state,
                    event: .moreActionsWanted,
                    after: isOnItsWay ? state : .delivering,
                    effects: isOnItsWay ? [] : close + [.showAgain]
                ),
                Row(
                    state: state,
                    event: .recalled,
                    after: state == .listed ? .delivering : state,
                    effects: state == .listed ? [.showAgain] : []
                ),
                Row(state: state, event: .suppressed, after: .listed, effects: []),
            ]
        }

    private static let ownersGone: [Row] =
        [":1.1", ":1.2"].flatMap { owner -> [Row] in
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
                    after: same ? .returning(nil) : .shown(bubble),
                    effects: same ? [.showAgainLast] : []
                ),
                Row(
                    state: .returning(bubble),
                    event: .ownerGone(owner: owner),
                    after: same ? .returning(nil) : .returning(bubble),
                    effects: [.showAgainLast]
                ),
                Row(
                    state: .returning(nil),
                    event: .ownerGone(owner: owner),
                    after: .returning(nil),
                    effects: [.showAgainLast]
                ),
                Row(state: .listed, event: .ownerGone(owner: owner), after: .listed, effects: []),
            ]
        }

    static let table = [
        sameAnywhere, answered, closedWithoutBubble, closedWithBubble, comingBack, ownersGone,
        askedElsewhere,
    ].flatMap { $0 }

    @Test(arguments: table)
    func anEventMovesAState(row: Row) {
        var delivery = Self.delivery(row.state)
        #expect(delivery.apply(row.event) == row.effects)
        #expect(delivery == Self.delivery(row.after))
    }

    @Test func theTableIsWhole() {
        // Six states by 26 events: nineteen kinds, with both owners, the four reasons of a close, a
        // click on a button and on one that asks for a text, and a text for either of two.
        #expect(Self.table.count == 6 * 26)
        #expect(Set(Self.table.map(\.description)).count == Self.table.count)
    }
}
