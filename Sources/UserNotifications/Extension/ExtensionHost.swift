import AgentInterface
import Dispatch
import Foundation
import GLibBridge
import Glibc
import NotifyCore

/// Runs a service extension: gets one notification after another from the agent, and gives back their contents.
enum ExtensionHost {
    /// Runs until the agent has no more work.
    static func run(_ make: @escaping @Sendable () -> UNNotificationServiceExtension) -> Never {
        DispatchQueue(label: "UserNotifications.extension").async {
            do {
                let client = try AgentClient()
                while let work = try client.nextPush(of: AppIdentity.current) {
                    perform(work, make, client)
                }
                exit(0)
            } catch {
                StandardError.write("the service extension ends: \(error)")
                exit(EX_UNAVAILABLE)
            }
        }
        dispatchMain()
    }

    /// Has an extension change a notification.
    ///
    /// Without an answer in time the process ends: whatever it is busy with, it would be so with the next one.
    private static func perform(
        _ work: ExtensionWork,
        _ make: @escaping @Sendable () -> UNNotificationServiceExtension,
        _ client: AgentClient
    ) {
        let answer = ExtensionAnswer()
        let service = ExtensionReference(make())
        let queue = DispatchQueue(label: "UserNotifications.content", attributes: .concurrent)
        let receiving = DispatchGroup()
        queue.async(group: receiving) {
            service.object.didReceive(work.notification.request.object) { answer.give($0) }
        }
        if !answer.wait(until: work.expires) {
            // On a busy machine the time may be over before the extension has seen the notification, and what it
            // does at the last opportunity depends on that.
            let left = max(0, work.until - ClockTimer.Clock.bootTime.now)
            _ = receiving.wait(timeout: .now() + .microseconds(Int(clamping: left / 4)))
            queue.async { service.object.serviceExtensionTimeWillExpire() }
            guard answer.wait(until: work.until) else {
                StandardError.write("the service extension did not answer in time")
                exit(EX_TEMPFAIL)
            }
        }
        do {
            try finish(work, with: answer.content, client)
        } catch {
            StandardError.write("the notification is shown as it came: \(error)")
        }
        withExtendedLifetime(service) {}
    }

    private static func finish(
        _ work: ExtensionWork,
        with content: UNNotificationContent?,
        _ client: AgentClient
    ) throws {
        guard let content else { return }
        var privateInfo = PrivateUserInfo()
        var record = try ContentFields(of: content).record(
            &privateInfo,
            appID: AppIdentity.current
        )
        privateInfo.store(in: &record.userInfo)
        let handed = try HandedFiles(record.attachments)
        record.attachments = handed.attachments
        let paths = try client.finishPush(work.id, with: record, files: handed.files)
        handed.removeOriginals(kept: paths)
    }
}

/// The content that an extension gives; the first one counts.
///
/// Unchecked: the content is used by one thread after the other.
private final class ExtensionAnswer: @unchecked Sendable {
    private let given = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var first: UNNotificationContent?

    /// The content; `nil` if none was given.
    var content: UNNotificationContent? { lock.withLock { first } }

    /// Takes the content, if it is the first one.
    func give(_ content: UNNotificationContent) {
        let isFirst = lock.withLock {
            guard first == nil else { return false }
            // The extension may change a mutable one later.
            first = content.copy() as? UNNotificationContent ?? content
            return true
        }
        if isFirst { given.signal() }
    }

    /// Waits for the content until a time in microseconds of CLOCK_BOOTTIME.
    func wait(until time: Int64) -> Bool {
        let left = max(0, time - ClockTimer.Clock.bootTime.now)
        return given.wait(timeout: .now() + .microseconds(Int(clamping: left))) == .success
    }
}

/// Passes an extension to the threads that call it.
///
/// Unchecked: as on Apple's systems, the extension itself is responsible for what its methods share.
private final class ExtensionReference: @unchecked Sendable {
    let object: UNNotificationServiceExtension

    init(_ object: UNNotificationServiceExtension) { self.object = object }
}
