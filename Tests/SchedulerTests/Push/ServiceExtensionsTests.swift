import Testing

@testable import SchedulerAgent

/// What happens to notifications whose apps have service extensions.
@Suite struct ServiceExtensionsTests {
    private static let app = "org.example.App"

    /// Handles events, and returns the actions of the last one.
    private static func actions(
        after events: ServiceExtensions.Event...
    ) -> [ServiceExtensions.Action] {
        var extensions = ServiceExtensions()
        return events.reduce([]) { extensions.handle($1) }
    }

    @Test func theFirstNotificationStartsAProcessAndLaterOnesWait() {
        var extensions = ServiceExtensions()
        #expect(
            extensions.handle(.received(1, app: Self.app))
                == [.start(app: Self.app, step: 1), .wait(.process, app: Self.app, step: 1)]
        )
        #expect(extensions.handle(.received(2, app: Self.app)) == [])
        #expect(extensions.count(of: Self.app) == 2)
        #expect(
            extensions.handle(.asked(app: Self.app, name: ":1.7"))
                == [.hand(1, to: ":1.7"), .wait(.answer, app: Self.app, step: 2)]
        )
        #expect(extensions.isWorking(1, by: ":1.7"))
        #expect(
            extensions.handle(.finished(1, by: ":1.7"))
                == [.apply(1), .wait(.process, app: Self.app, step: 3)]
        )
        // The same process gets the next one.
        #expect(
            extensions.handle(.asked(app: Self.app, name: ":1.7"))
                == [.hand(2, to: ":1.7"), .wait(.answer, app: Self.app, step: 4)]
        )
        _ = extensions.handle(.finished(2, by: ":1.7"))
        #expect(extensions.handle(.asked(app: Self.app, name: ":1.7")) == [.dismiss(":1.7")])
        #expect(extensions.count(of: Self.app) == 0)
        // Its end means nothing then.
        #expect(extensions.handle(.left(":1.7")) == [])
    }

    @Test func anotherProcessGetsNothing() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .asked(app: Self.app, name: ":1.8")
            ) == [.dismiss(":1.8")]
        )
        #expect(Self.actions(after: .asked(app: Self.app, name: ":1.7")) == [.dismiss(":1.7")])
    }

    @Test func aSecondAnswerMeansNothing() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .finished(1, by: ":1.7"),
                .finished(1, by: ":1.7")
            ) == []
        )
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .finished(1, by: ":1.8")
            ) == []
        )
    }

    @Test func aProcessThatAsksInPlaceOfAnAnswerLeavesItAsItCame() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .asked(app: Self.app, name: ":1.7")
            ) == [.show(1), .dismiss(":1.7")]
        )
    }

    @Test func afterACrashTheNextProcessGetsTheNextNotification() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .received(2, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .left(":1.7")
            ) == [
                .show(1), .start(app: Self.app, step: 3), .wait(.process, app: Self.app, step: 3),
            ]
        )
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .left(":1.7")
            ) == [.show(1)]
        )
    }

    @Test func withoutAProcessAllAreShown() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .received(2, app: Self.app),
                .notStarted(app: Self.app, step: 1)
            ) == [.show(1), .show(2)]
        )
        #expect(
            Self.actions(after: .received(1, app: Self.app), .timeOver(app: Self.app, step: 1))
                == [.show(1)]
        )
        // Once it works, the failure is that of a wrapper.
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .notStarted(app: Self.app, step: 1)
            ) == []
        )
        // The end of a process that crashed earlier is not that of the next one.
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .received(2, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .left(":1.7"),
                .notStarted(app: Self.app, step: 1)
            ) == []
        )
    }

    @Test func aSilentProcessGetsNothingUntilItAsksAndNoOtherIsStarted() {
        var extensions = ServiceExtensions()
        _ = extensions.handle(.received(1, app: Self.app))
        _ = extensions.handle(.received(2, app: Self.app))
        _ = extensions.handle(.asked(app: Self.app, name: ":1.7"))
        // The time of an earlier step means nothing.
        #expect(extensions.handle(.timeOver(app: Self.app, step: 1)) == [])
        #expect(extensions.handle(.timeOver(app: Self.app, step: 2)) == [.show(1), .show(2)])
        #expect(extensions.handle(.received(3, app: Self.app)) == [.show(3)])
        #expect(extensions.handle(.finished(1, by: ":1.7")) == [])
        #expect(extensions.handle(.asked(app: Self.app, name: ":1.7")) == [.dismiss(":1.7")])
        #expect(
            extensions.handle(.received(4, app: Self.app))
                == [.start(app: Self.app, step: 3), .wait(.process, app: Self.app, step: 3)]
        )
    }

    @Test func anotherIsStartedOnceASilentProcessEnds() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .timeOver(app: Self.app, step: 2),
                .left(":1.7"),
                .received(2, app: Self.app)
            ) == [.start(app: Self.app, step: 3), .wait(.process, app: Self.app, step: 3)]
        )
    }

    @Test func aProcessThatDoesNotAskAgainIsSilent() {
        #expect(
            Self.actions(
                after: .received(1, app: Self.app),
                .asked(app: Self.app, name: ":1.7"),
                .received(2, app: Self.app),
                .finished(1, by: ":1.7"),
                .timeOver(app: Self.app, step: 3)
            ) == [.show(2)]
        )
    }

    @Test func beyondTheBoundsTheyAreShownAtOnce() {
        var extensions = ServiceExtensions()
        let bound = Int64(ServiceExtensions.maxWaitingOfOneApp)
        for id in 1...bound { _ = extensions.handle(.received(id, app: Self.app)) }
        #expect(extensions.handle(.received(bound + 1, app: Self.app)) == [.show(bound + 1)])
        for app in 1...4 {
            for id in 1...bound {
                #expect(extensions.handle(.received(id, app: "a\(app)")) != [.show(id)])
            }
        }
        #expect(extensions.handle(.received(1, app: "more")) == [.show(1)])
        #expect(extensions.count(of: Self.app) == 20)
    }

    /// Whatever comes in whatever order: each notification is shown once, and no process has two.
    @Test func eachIsShownOnceInAnyOrder() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var extensions = ServiceExtensions()
            var shown: [Int64: Int] = [:]
            var step = 0
            var id: Int64 = 0
            func note(_ actions: [ServiceExtensions.Action]) {
                for action in actions {
                    switch action {
                    case .show(let id), .apply(let id): shown[id, default: 0] += 1
                    case .wait(_, _, let next): step = next
                    case .start, .hand, .dismiss: break
                    }
                }
            }
            for _ in 0..<40 {
                let name = ":1.\(Int.random(in: 1...3, using: &random))"
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    id += 1
                    note(extensions.handle(.received(id, app: Self.app)))
                case 1: note(extensions.handle(.asked(app: Self.app, name: name)))
                case 2:
                    let any = Int64.random(in: 0...id, using: &random)
                    note(extensions.handle(.finished(any, by: name)))
                case 3: note(extensions.handle(.left(name)))
                case 4: note(extensions.handle(.notStarted(app: Self.app, step: step)))
                default: note(extensions.handle(.timeOver(app: Self.app, step: step)))
                }
            }
            #expect(shown.values.allSatisfy { $0 == 1 })
            // What is left is shown once nobody comes.
            for name in [":1.1", ":1.2", ":1.3"] { note(extensions.handle(.left(name))) }
            note(extensions.handle(.timeOver(app: Self.app, step: step)))
            #expect(shown.count == Int(id))
            #expect(shown.values.allSatisfy { $0 == 1 })
        }
    }
}
