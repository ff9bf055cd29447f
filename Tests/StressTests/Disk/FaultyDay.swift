import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import NotifyCore

@testable import SchedulerAgent

/// A day in which requests come, fire, are answered and removed, on a disk that may fail at any moment.
///
/// It notes what was acknowledged; an error that does not say what is wrong is a fault.
struct FaultyDay {
    /// What a request must be by the reply to its caller.
    enum Fate: Equatable {
        case pending, shown, answered, removed, refused
    }

    private(set) var fates: [String: Fate] = [:]
    private(set) var faults: [String] = []

    private static let hour: Int64 = 3_600_000_000

    /// Lives through it.
    mutating func run(on fixture: SchedulerFixture) async {
        await add("later", Self.hour, fixture)
        await add("ten", 10_000_000, fixture)
        await add("twenty", 20_000_000, fixture)
        await add("now", nil, fixture)
        await fixture.pass(10)
        await fixture.click("now", "default")
        if fates["now"] == .shown, fixture.shown.contains("now") { fates["now"] = .answered }
        await add(["one-of-three", "two-of-three", "three-of-three"], fixture)
        await add("removed", Self.hour, fixture)
        await remove("removed", fixture)
        await fixture.pass(10)
        await add("last", Self.hour, fixture)
    }

    /// Lets the agent try again what failed, and adds one more.
    mutating func recover(on fixture: SchedulerFixture) async {
        await fixture.scheduler.retryStore()
        await fixture.pass(11)
        await fixture.pass(300)
        await add("after", Self.hour, fixture)
        if fates["after"] != .pending { faults.append("nothing can be added after the fault") }
    }

    private mutating func add(_ name: String, _ wait: Int64?, _ fixture: SchedulerFixture) async {
        let trigger: NotificationTrigger =
            wait.map { .timeInterval(microseconds: $0, repeats: false) } ?? .immediate
        do {
            try await fixture.add(name, trigger)
            fates[name] = wait == Self.hour ? .pending : .shown
        } catch {
            refused(name, .refused, error)
        }
    }

    /// Adds several that share a commit.
    private mutating func add(_ names: [String], _ fixture: SchedulerFixture) async {
        let calls = names.map { name in
            AddCall.success(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: name,
                    content: NotificationContent(title: name),
                    trigger: .timeInterval(microseconds: Self.hour, repeats: false)
                )
            )
        }
        for (name, reply) in zip(names, await fixture.scheduler.add(together: calls)) {
            switch reply {
            case .success: fates[name] = .pending
            case .failure(let error): refused(name, .refused, error)
            }
        }
    }

    private mutating func remove(_ name: String, _ fixture: SchedulerFixture) async {
        let selection = RemovalSelection(choice: .identifiers([name]), appID: AgentNames.app)
        do {
            _ = try await fixture.scheduler.remove(selection)
            if fates[name] == .pending { fates[name] = .removed }
        } catch {
            refused(name, fates[name] ?? .refused, error)
        }
    }

    private mutating func refused(_ name: String, _ fate: Fate, _ error: any Error) {
        fates[name] = fate
        guard let error = error as? RequestError, error.code == .storage,
            error.message.contains("could not be used"),
            error.message.hasSuffix("check the disk's space and the file's owner")
        else {
            faults.append("\(name): \(error)")
            return
        }
    }

    /// What is wrong with a fixture's books.
    ///
    /// - Parameter isCut: whether marks of deliveries may be lost, which only the end of a process must not lose.
    func faults(
        on fixture: SchedulerFixture,
        shown: [String],
        isCut: Bool = false
    ) async -> [String] {
        var faults = self.faults
        do {
            faults += try StoreCheck.problems(of: await fixture.scheduler.store.path, limit: 1)
            let pending = Set(
                try await fixture.pending().compactMap {
                    $0.split(separator: " ").first.map(String.init)
                }
            )
            let delivered = try await fixture.delivered()
            for (name, fate) in fates {
                let (isPending, isDelivered) = (pending.contains(name), delivered.contains(name))
                let isRight =
                    switch fate {
                    case .pending: isPending && !isDelivered
                    case .removed, .refused: !isPending && !isDelivered
                    case .shown where isCut: isPending || isDelivered || name == "now"
                    case .shown: !isPending && isDelivered && shown.contains(name)
                    case .answered: !isPending && (isCut || !isDelivered)
                    }
                if !isRight {
                    faults.append("\(name) is \(fate): pending \(pending), delivered \(delivered)")
                }
            }
        } catch {
            faults.append("the records cannot be read: \(error)")
        }
        return faults
    }
}
