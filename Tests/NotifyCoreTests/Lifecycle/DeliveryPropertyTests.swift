import NotifyCore
import TestSupport
import Testing

/// Random lives of a delivery, as the agent leads them: what has ended gets no further event.
@Suite struct DeliveryPropertyTests {
    private static let owners = [":1.1", ":1.2"]
    private static let reasons: [CloseReason] = [.expired, .dismissed, .closed, .undefined]

    private func event(_ random: inout SeededRandom) -> DeliveryEvent {
        let owner = random.pick(Self.owners)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: return .shown(BubbleKey(owner: owner, id: UInt32(random.pick([1, 2]))))
        case 2: return .timedOut(owner: owner)
        case 3: return .refused(message: "no")
        case 4: return .ownerGone(owner: owner)
        case 5: return .invoked(action: random.pick(["x", "t"]))
        case 6: return .replied(action: "t", text: "typed")
        case 7: return .closed(random.pick(Self.reasons))
        case 8: return .senderGone
        case 9: return .passedOver
        case 10: return .unseen
        default: return .removed
        }
    }

    private static func isEnd(_ effect: DeliveryEffect) -> Bool {
        if case .end = effect { true } else { false }
    }

    private static func isResponse(_ effect: DeliveryEffect) -> Bool {
        if case .respond = effect { true } else { false }
    }

    @Test(arguments: 0..<50)
    func aLifeUpToItsEndHasOneResponseAtMost(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<200 {
            var delivery = DeliveryTests.delivery(random.pick(DeliveryTests.states))
            var all: [DeliveryEffect] = []
            for _ in 0..<20 {
                let before = delivery.state
                let event = self.event(&random)
                let effects = delivery.apply(event)
                all += effects
                checkStep(before, event, delivery.state, effects)
                if effects.contains(where: Self.isEnd) { break }
            }
            #expect(all.count(where: Self.isResponse) <= 1)
            #expect(all.count(where: Self.isEnd) <= 1)
            // No app gets a response to what stays in the list.
            #expect(!all.contains(where: Self.isResponse) || all.contains(.end(.opened)))
        }
    }

    private func checkStep(
        _ before: DeliveryState,
        _ event: DeliveryEvent,
        _ after: DeliveryState,
        _ effects: [DeliveryEffect]
    ) {
        for effect in effects {
            switch effect {
            case .close(let bubble):
                #expect(before.bubble == bubble, "only its own bubble is closed")
            case .showAgainLast:
                #expect(before.bubble != nil || before == .returning(nil))
                #expect(after.isReturning)
            case .showAgain:
                #expect(before == .delivering || event == .ownerGone(owner: Self.owner(before)))
                #expect(after == .delivering)
            case .end:
                #expect(after == .listed)
            case .respond(let action, nil):
                #expect(event == .invoked(action: action))
            case .respond(let action, let text?):
                #expect(event == .replied(action: action, text: text))
            case .prompt(let action):
                #expect(event == .invoked(action: action) && action == "t")
            case .noteRefusal(let message, let name):
                #expect(event == .refused(message: message, errorName: name))
            }
        }
    }

    private static func owner(_ state: DeliveryState) -> String {
        if case .unknown(let owner) = state { owner } else { "" }
    }
}
