import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// How long an answer may be on its way, as a part of the time that a process has: 2 s of 30.
    ///
    /// What a process does in its time is heard before another one is told.
    private static let partForAnswer: UInt32 = 15

    /// Tells the process that hears for an app what the user did, one response after another.
    ///
    /// A process that says nothing for long is passed over, so that it silences neither another one of its
    /// app nor a start; it is asked again once it has answered.
    func handOver(to app: String) async throws(RequestError) {
        forgetHeard()
        while let name = attached.listener(of: app) {
            let listener = HandOvers.Listener(name: name, app: app)
            guard !handOvers.isBusy(listener),
                let waiting = try store.firstResponse(of: app, except: handOvers.excluded)
            else { return }
            guard let response = readable(waiting, of: app) else { continue }
            let attachments = attached.attachments
            let time = Int64(answerTime - answerTime / Self.partForAnswer) * 1_000
            let until = clock.sinceBoot + time
            let handed = HandedResponse(response, id: waiting.id, until: until)
            handOvers.begin(waiting.id, at: listener)
            CrashPoint.reached(.responding)
            let end = await Self.thread.answer(within: answerTime) {
                await self.appLink.didReceive(handed, at: name)
            } late: {
                await self.take($0, for: waiting.id, response, lateFrom: listener)
            }
            handOvers.end(at: listener)
            switch end {
            case .tooLate where clock.sinceBoot >= until:
                // The machine slept meanwhile, and now it has its time.
                continue
            case .refused where attached.attachments != attachments:
                // It may have got a delegate in the meantime.
                continue
            case .refused, .tooLate:
                // It runs, so a second process of it would help nobody.
                attached.detach(name, from: app)
                try store.markStarted(app)
            case nil:
                logger.warning("\(app) does not take a response; another process of it is tried")
                attached.passOver(name, of: app)
            case let end?:
                take(end, for: waiting.id, response, from: listener)
            }
        }
    }

    private func take(
        _ end: HandOver,
        for id: Int64,
        _ response: AppResponse,
        from listener: HandOvers.Listener
    ) {
        switch end {
        case .taken:
            CrashPoint.reached(.responded)
            // Its app may want the files for a moment.
            noteAnswer(to: response.notification.request)
            noteHeard(id)
        case .unreadable(let message):
            drop(id, response.notification.request.key, message)
        case .refused, .gone:
            attached.detach(listener.name, from: listener.app)
        case .tooLate:
            // Another process is told by now, or this one is once more.
            break
        }
    }

    /// Takes in the word of a process that was passed over.
    private func take(
        _ end: HandOver,
        for id: Int64,
        _ response: AppResponse,
        lateFrom listener: HandOvers.Listener
    ) {
        take(end, for: id, response, from: listener)
        attached.takeBack(listener.name, of: listener.app)
        reachSoon(listener.app)
    }

    /// A stored response; `nil` where it does not hold, which must not hold up those behind it.
    private func readable(_ waiting: WaitingResponse, of app: String) -> AppResponse? {
        do {
            return try AppResponse(record: waiting.record)
        } catch {
            let request = waiting.record?["notification"]?["request"]
            let identifier = request?["identifier"]?.string ?? ""
            drop(waiting.id, RequestKey(appID: app, identifier: identifier), error.message)
            return nil
        }
    }

    private func drop(_ id: Int64, _ key: RequestKey, _ message: String) {
        logger.error(
            "a response to \(key.appID)/\(key.identifier) cannot be read; it is dropped: \(message)"
        )
        note(.unheard, key, title: "", detail: message)
        noteHeard(id)
    }

    /// Nothing is told twice, also where it cannot be taken off the disk now.
    private func noteHeard(_ id: Int64) {
        handOvers.note(heard: id)
        forgetHeard()
    }

    /// Takes off the disk what apps have.
    func forgetHeard() {
        let heard = handOvers.heard
        guard !heard.isEmpty else { return }
        do {
            try store.remove(responses: heard)
            CrashPoint.reached(.forgotten)
            handOvers.forget(heard)
        } catch {
            logger.error("\(error)")
            retryStoreSoon()
        }
    }
}
