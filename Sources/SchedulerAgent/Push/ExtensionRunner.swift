import AgentInterface
import GLibBridge
import Logging
import NotifyCore

/// Lets the service extensions of apps change pushed notifications before they are shown.
///
/// A notification is stored with a date at which it is shown as it came, whatever happens to the extension.
final class ExtensionRunner {
    private var extensions = ServiceExtensions()
    private let context: SchedulingContext
    private let adder: Requests
    private let attachments: Attachments
    private let tasks: SchedulerTasks
    /// Starts the extension of an app; the second argument is called if its process fails.
    private let startExtension: SchedulerPeers.ExtensionStart
    private var store: Store { context.store }
    private var clock: any SchedulerClock { context.clock }
    private var limits: SchedulerLimits { context.limits }

    init(
        _ context: SchedulingContext,
        _ peers: SchedulerPeers,
        _ adder: Requests,
        _ attachments: Attachments,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.adder = adder
        self.attachments = attachments
        self.tasks = tasks
        startExtension = peers.startExtension
    }

    /// When a notification that is accepted now is shown at the latest, if the agent is killed as well.
    func latestDate(for app: String) -> Instant {
        let step =
            Int64(limits.appStartTime) + Int64(limits.extensionTime) + Int64(limits.extensionGrace)
        let milliseconds = step * Int64(extensions.count(of: app) + 1)
        return clock.now.advanced(byMicroseconds: milliseconds * 1_000)
    }

    /// Shows what an earlier run left with extensions, as it came.
    func showLeftOver() throws(RequestError) {
        for row in try store.waiting(app: nil) where row.due > clock.now {
            try release(row.id)
        }
    }

    /// Handles an event and carries out its steps.
    ///
    /// - Returns: the work for a process that asked; `nil` for none.
    @discardableResult
    func handle(_ event: ServiceExtensions.Event) -> ExtensionWork? {
        var work: ExtensionWork?
        for action in extensions.handle(event) {
            switch action {
            case .start(let app, let step): startSoon(app, step)
            case .hand(let id, let name):
                guard case .asked(let app, _) = event else { continue }
                work = self.work(id) ?? handle(.asked(app: app, name: name))
            case .dismiss: break
            case .show(let id): show(id)
            case .apply: break
            case .wait(let wait, let app, let step):
                let time =
                    switch wait {
                    case .process: limits.appStartTime
                    case .answer: limits.extensionTime + limits.extensionGrace
                    }
                tasks.after(time) {
                    $0.pushes.extensions.handle(.timeOver(app: app, step: step))
                }
            }
        }
        return work
    }

    /// Shows a notification with the content that the extension gave.
    ///
    /// - Parameter quota: its limits; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError``; the notification is shown as it came, unless its time is over.
    func finish(
        _ id: Int64,
        with content: NotificationContent,
        files: [OpenFile],
        by name: String,
        within quota: SenderQuota?
    ) async throws(RequestError) -> [String] {
        guard extensions.isWorking(id, by: name), let row = try store.pending(id: id) else {
            throw Self.tooLate
        }
        var request = try row.pending().request
        do throws(RequestError) {
            request.content = try content.replacing(request.content)
            if !content.attachments.isEmpty {
                try request.checkFilesCameAlong()
                try request.validate()
                request.content.attachments = try await attachments.copy(
                    files,
                    of: request,
                    within: quota
                )
            }
        } catch {
            if handle(finished: id, by: name) { show(id) }
            throw error
        }
        let folder = Set([request.attachmentFolder].compactMap { $0 })
        // The files took their time.
        guard handle(finished: id, by: name) else {
            attachments.discard(folder)
            throw Self.tooLate
        }
        do throws(RequestError) {
            guard try release(id, as: request) else { throw Self.tooLate }
        } catch {
            attachments.discard(folder)
            show(id)
            throw error
        }
        attachments.keep(folder)
        attachments.sweepSoon()
        return request.content.attachments.compactMap(\.path)
    }

    private static let tooLate = RequestError(
        .notFound,
        "the notification is not with this process; it was answered, or its time is over"
    )

    /// Records that a process has answered.
    private func handle(finished id: Int64, by name: String) -> Bool {
        let hadIt = extensions.isWorking(id, by: name)
        handle(.finished(id, by: name))
        return hadIt
    }

    /// Returns the work on a notification; `nil` if it is no longer pending.
    private func work(_ id: Int64) -> ExtensionWork? {
        guard let row = try? store.pending(id: id), let pending = try? row.pending() else {
            return nil
        }
        let expires = clock.sinceBoot + Int64(limits.extensionTime) * 1_000
        return ExtensionWork(
            id: id,
            notification: AppNotification(request: pending.request, date: pending.added),
            expires: expires,
            until: expires + Int64(limits.extensionGrace) * 1_000
        )
    }

    private func startSoon(_ app: String, _ step: Int) {
        let failure = ServiceExtensions.Event.notStarted(app: app, step: step)
        tasks.spawn { scheduler in
            let runner = scheduler.pushes.extensions
            do throws(RequestError) {
                let isStarted = try await runner.startExtension(app) {
                    scheduler.spawn {
                        await scheduler.run {
                            _ = $0.pushes.extensions.handle(failure)
                        }
                    }
                }
                if !isStarted { runner.handle(failure) }
            } catch {
                runner.context.logger.warning("the service extension of \(app): \(error)")
                runner.handle(failure)
            }
        }
    }

    /// Shows a notification as it came.
    private func show(_ id: Int64) {
        do {
            try release(id)
        } catch {
            // It is shown at its date.
            context.logger.error("\(error)")
        }
    }

    /// Makes a notification due now.
    @discardableResult
    private func release(
        _ id: Int64,
        as request: NotificationRequest? = nil
    ) throws(RequestError) -> Bool {
        guard try adder.release(id, as: request) else { return false }
        tasks.deliverSoon()
        return true
    }
}

extension NotificationContent {
    /// Returns the content in place of the one that was pushed.
    ///
    /// - Throws: ``RequestError`` if it has nothing to show.
    fileprivate func replacing(
        _ pushed: NotificationContent
    ) throws(RequestError) -> NotificationContent {
        guard isVisible else {
            throw RequestError(
                .invalidContent,
                "the content has no text; the notification is shown as it came"
            )
        }
        var content = self
        content.isPushed = true
        content.expiration = pushed.expiration
        // A text that stays as it is, is still looked up.
        if let texts = pushed.localized, content.localized == nil {
            let kept = LocalizedTexts(
                folder: texts.folder,
                title: title == pushed.title ? texts.title : nil,
                subtitle: subtitle == pushed.subtitle ? texts.subtitle : nil,
                body: body == pushed.body ? texts.body : nil
            )
            content.localized = kept
        }
        return content
    }
}
