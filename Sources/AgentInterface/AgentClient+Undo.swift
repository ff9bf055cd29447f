import GLibBridge
package import NotifyCore

extension AgentClient {
    /// Undoes the last change of this program.
    ///
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func undo() throws -> UndoReply {
        try UndoReply(record: try call("Undo", [])[0])
    }

    /// Notes that what was sent is on other machines no longer, so that the next undo is of the change before it.
    package func noteWithdrawn(_ key: RequestKey) throws {
        _ = try call("NoteRelayed", [RequestEvent("endedElsewhere", of: key, title: "").record])
    }

    /// Makes the change again that was undone last.
    ///
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func redo() throws -> UndoReply {
        try UndoReply(record: try call("Redo", [])[0])
    }

    /// Restores a removed request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func restore(_ identifier: String) throws -> UndoReply {
        let arguments: [Variant] = [.string(identifier), .string(AgentNames.app)]
        return try UndoReply(record: try call("Restore", arguments)[0])
    }

    /// Returns the removed requests that can be restored, latest first.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func removed(app: String? = nil) throws -> [RemovedRequest] {
        try list("removed", app).map { entry in try RemovedRequest(entry: entry) }
    }
}
