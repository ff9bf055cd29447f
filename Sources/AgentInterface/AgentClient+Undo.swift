import GLibBridge
import NotifyCore

extension AgentClient {
    /// Undoes the last change of this program.
    ///
    /// - Returns: what was undone.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func undo() throws -> UndoReply {
        try UndoReply(record: try call("Undo", [])[0])
    }

    /// Restores a removed request.
    ///
    /// - Parameter identifier: an identifier, or APP/IDENTIFIER.
    /// - Returns: what was restored.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func restore(_ identifier: String) throws -> UndoReply {
        let arguments: [Variant] = [.string(identifier), .string(AgentNames.app)]
        return try UndoReply(record: try call("Restore", arguments)[0])
    }

    /// Returns the removed requests that can be restored, latest first.
    ///
    /// - Parameter app: the app; `nil` for all.
    /// - Returns: the list.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    package func removed(app: String? = nil) throws -> [RemovedRequest] {
        try list("removed", app).map { entry in try RemovedRequest(entry: entry) }
    }
}
