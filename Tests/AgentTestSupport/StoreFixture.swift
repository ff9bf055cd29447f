import AgentInterface
package import Foundation
package import NotifyCore
import SQLiteBridge
import TestSupport

@testable package import SchedulerAgent

extension Store {
    /// Stores a request as it is accepted.
    @discardableResult
    package func add(_ pending: PendingRequest, boot: BootDue?) throws(RequestError) -> PendingID {
        try add(AcceptedRequest(pending, boot: boot))
    }
}

/// Stores that tests damage.
package enum StoreFixture {
    /// A request for later.
    package static func request(_ identifier: String) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: "title of \(identifier)"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
    }

    /// Stores a request durably.
    package static func add(_ identifier: String, to store: Store) throws {
        try store.add(
            PendingRequest(
                request: request(identifier),
                added: .distantPast,
                due: .distantFuture
            ),
            boot: nil
        )
    }

    /// The identifiers of what is pending.
    package static func names(_ store: Store) throws -> Set<String> {
        Set(try store.pending(app: nil).compactMap { try? $0.pending().request.identifier })
    }

    /// Copies the files of a store as a killed agent leaves them.
    ///
    /// - Parameter folder: where the copy goes, made here.
    package static func copy(
        _ path: String,
        to folder: String,
        endings: [String] = ["", "-wal", "-shm"]
    ) throws -> String {
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for ending in endings where files.fileExists(atPath: path + ending) {
            try files.copyItem(atPath: path + ending, toPath: "\(folder)/store.sqlite\(ending)")
        }
        return "\(folder)/store.sqlite"
    }

    /// Changes the bytes of a file in its place.
    package static func change(_ path: String, _ change: (inout Data) throws -> Void) throws {
        let url = URL(fileURLWithPath: path)
        var data = try Data(contentsOf: url)
        try change(&data)
        try data.write(to: url)
    }

    /// Makes a store that has rows in each table, as it is after a day.
    package static func fill(folder: String) async throws {
        let fixture = try await SchedulerFixture(folder: folder, isQuiet: true).begin()
        for number in 0..<120 {
            try await fixture.add(
                "r\(number)",
                // One in twenty comes within two hours.
                .timeInterval(
                    microseconds: 3_600_000_000 * (number.isMultiple(of: 20) ? 1 : 100),
                    repeats: true
                )
            )
        }
        for number in 0..<40 {
            let spec = try CalendarSpec("Tue \(number % 24):00", in: .onCalendar)
            try await fixture.add(
                "c\(number)",
                .calendar(CalendarTrigger(spec: spec, timeZone: "Europe/Berlin", repeats: true))
            )
        }
        let action = NotificationAction(identifier: "a", title: "Go", url: "https://example.org/")
        for number in 0..<30 {
            try await fixture.add("now\(number)", .immediate, actions: [action])
            if number.isMultiple(of: 3) { await fixture.click("now\(number)", "a") }
        }
        let store = await fixture.scheduler.store
        for number in 0..<20 {
            try store.set(permission: .authorized, of: "org.example.App\(number)")
            try store.set(badge: number, of: "org.example.App\(number)", .process)
            let category = NotificationCategory(identifier: "c\(number)", actions: [action])
            try store.set([category], of: "org.example.App\(number)")
        }
        await fixture.scheduler.end()
        try store.database.close()
    }
}
