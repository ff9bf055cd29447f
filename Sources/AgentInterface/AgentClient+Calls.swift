import GLibBridge
import NotifyCore

extension AgentClient {
    /// The methods that change something each time, so that another agent must be asked before one is called again.
    ///
    /// What others do is the same after the second call, or they name the call themselves as `Add` and `Push` do.
    private static let changing: Set<String> = [
        "Edit", "Import", "Pause", "Redo", "Remove", "RemoveCalendar", "Restore", "Resume", "Skip",
        "SkipDate", "Snooze", "Undo",
    ]

    /// Calls a method, and starts an agent if the bus cannot.
    ///
    /// A call whose agent ends before it replies, because it was killed or is another version now, is made once more
    /// with the next agent, unless the first one had carried it out.
    ///
    /// - Parameter prepare: called after an agent had to be started, before the method is called.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``, ``LostReply`` if the first agent had carried the
    ///   call out; and the errors of `prepare`.
    func call(
        _ method: String,
        _ arguments: [Variant],
        files: [OpenFile] = [],
        deadline: CallDeadline = .standard,
        mayRepeat: Bool = true,
        afterStart prepare: () throws -> Void = {}
    ) throws -> Variant {
        let start = ContinuousClock.now
        let caller: any BlockingCaller =
            files.isEmpty ? try line.caller : try line.whole(isUsed: false)
        func reach(_ method: String, _ arguments: [Variant], _ files: [OpenFile]) throws -> Variant
        {
            do throws(GLibError) {
                return try callOnce(caller, method, arguments, files, deadline.left(since: start))
            } catch {
                guard error.saysNoAgentRuns else { throw error }
            }
            try AgentStart(connection: line.whole(isUsed: false)).run()
            try prepare()
            return try callOnce(caller, method, arguments, files, deadline.left(since: start))
        }
        do {
            do {
                return try reach(method, arguments, files)
            } catch let error as GLibError where error.saysPeerLeft && mayRepeat {
                if Self.changing.contains(method) {
                    let serial: [Variant] = [.uint32(caller.lastSerial)]
                    // An agent of an earlier version does not know, and a sandbox may not ask.
                    let reply = try? reach("CarriedOut", serial, [])
                    guard reply?[0]?.boolean != true else { throw LostReply(to: method) }
                }
                return try reach(method, arguments, files)
            }
        } catch let error as GLibError {
            throw meaning(of: error, to: method)
        }
    }

    private func callOnce(
        _ caller: any BlockingCaller,
        _ method: String,
        _ arguments: [Variant],
        _ files: [OpenFile],
        _ deadline: CallDeadline
    ) throws(GLibError) -> Variant {
        guard !files.isEmpty, let connection = caller as? BusConnection else {
            return try caller.callBlocking(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                deadline: deadline,
                mayStart: true
            )
        }
        return try connection.callBlocking(
            method,
            on: AgentNames.destination,
            .tuple(arguments),
            files: files,
            deadline: deadline
        )
    }

    /// Returns the error to report for a failed call of a method.
    func meaning(of error: GLibError, to method: String) -> any Error {
        if let refusal = RequestError(error) {
            // After an upgrade the agent of before runs until the next login, and refuses keys that it does not know.
            guard refusal.code == .malformed, let version = interfaceVersion(),
                version < AgentNames.interfaceVersion
            else { return refusal }
            return AgentUnreachable(
                "the running agent is an earlier version and refuses this (\(refusal.message)); "
                    + "restart it: notify-schedule agent restart",
                isOfEarlierAgent: true
            )
        }
        if error.remoteName == "org.freedesktop.DBus.Error.UnknownMethod" {
            return AgentUnreachable(
                "the running agent is another version, which has no \(method); "
                    + "restart it: notify-schedule agent restart",
                isOfEarlierAgent: true
            )
        }
        return AgentUnreachable(
            "the agent did not reply to \(method): \(error); try again, and if that does not help, "
                + "see why with notify-schedule agent run"
        )
    }
}

extension GLibError {
    fileprivate var saysNoAgentRuns: Bool {
        remoteName == "org.freedesktop.DBus.Error.ServiceUnknown"
            || remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner"
    }
}
