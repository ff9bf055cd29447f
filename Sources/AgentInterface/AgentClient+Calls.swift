import GLibBridge
import NotifyCore

extension AgentClient {
    /// Calls a method, and starts an agent if the bus cannot.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - arguments: its arguments.
    ///   - files: the files to send.
    ///   - deadline: the time limit of the reply.
    ///   - prepare: called after an agent had to be started, before the method is called.
    /// - Returns: the reply, a tuple.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; and the errors of `prepare`.
    func call(
        _ method: String,
        _ arguments: [Variant],
        files: [OpenFile] = [],
        deadline: CallDeadline = .standard,
        afterStart prepare: () throws -> Void = {}
    ) throws -> Variant {
        do {
            return try callOnce(method, arguments, files, deadline)
        } catch let error as GLibError where error.saysNoAgentRuns {
            try AgentStart(connection: connection).run()
            try prepare()
            return try callOnce(method, arguments, files, deadline)
        }
    }

    private func callOnce(
        _ method: String,
        _ arguments: [Variant],
        _ files: [OpenFile],
        _ deadline: CallDeadline
    ) throws -> Variant {
        do throws(GLibError) {
            return try connection.callBlocking(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                files: files,
                deadline: deadline
            )
        } catch {
            if error.saysNoAgentRuns { throw error }
            throw Self.meaning(of: error, to: method)
        }
    }

    /// Returns the error to report for a failed call of a method.
    static func meaning(of error: GLibError, to method: String) -> any Error {
        if let refusal = RequestError(error) { return refusal }
        if error.remoteName == "org.freedesktop.DBus.Error.UnknownMethod" {
            return AgentUnreachable(
                "the running agent is another version, which has no \(method); "
                    + "restart it: notify-schedule agent stop"
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
