import GLibBridge
import NotifyCore

extension AgentClient {
    /// Calls a method; an agent that the bus cannot start is started.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - arguments: its arguments.
    ///   - files: go along.
    ///   - deadline: how long to wait for the answer.
    ///   - prepare: called where an agent had to be started, before it is called.
    /// - Returns: the answer, a tuple.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; and what `prepare` throws.
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

    /// What an error tells a caller who asked for a method.
    static func meaning(of error: GLibError, to method: String) -> any Error {
        if let refusal = RequestError(error) { return refusal }
        if error.remoteName == "org.freedesktop.DBus.Error.UnknownMethod" {
            return AgentUnreachable(
                "the agent that runs is of another version and does not know \(method); "
                    + "restart it: notify-schedule agent stop"
            )
        }
        return AgentUnreachable(
            "the agent did not answer \(method): \(error); try again, and if that does not help, "
                + "run it by hand to see why: notify-schedule agent run"
        )
    }
}

extension GLibError {
    fileprivate var saysNoAgentRuns: Bool {
        remoteName == "org.freedesktop.DBus.Error.ServiceUnknown"
            || remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner"
    }
}
