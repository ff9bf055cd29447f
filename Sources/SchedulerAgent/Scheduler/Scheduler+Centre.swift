import AgentInterface
import Logging
import NotifyCore

/// What a notification centre does with what was delivered.
extension Scheduler {
    /// Shows a delivered notification as a bubble once more.
    ///
    /// - Parameters:
    ///   - name: an identifier, or APP/IDENTIFIER.
    ///   - app: the app that is asked first.
    /// - Returns: whose bubble it is, and whether there is a server that shows it now.
    /// - Throws: ``NotifyCore/RequestError`` where it is not delivered, or may be on the screen already.
    func again(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> (key: RequestKey, serverPresent: Bool) {
        let key = try resolve(name, preferring: app)
        let rows = try store.delivered(app: key.appID, identifier: key.identifier)
        guard let row = rows.first else {
            throw RequestError(
                .notFound,
                "\(name.quoted) has not been delivered yet; it can be shown again once it has"
            )
        }
        if case .unknown = row.state {
            throw RequestError(
                .notFound,
                "the notification server has not answered about \(name.quoted), which may be on the "
                    + "screen; try again once it answers"
            )
        }
        try checkPermission(of: key.appID)
        try await move(row.id, by: .wantedAgain)
        deliverSoon()
        return (key, server != .absent)
    }

    /// Ends delivered notifications as the user does at their bubbles, which go; apps hear of it in the
    /// same way.
    ///
    /// - Parameter selection: which; identifiers may be APP/IDENTIFIER.
    /// - Returns: what was in the list.
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous` or `Storage`.
    func dismiss(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        var keys: [RequestKey] = []
        for selection in try resolved(selection) {
            for (key, row) in try store.delivered(selection) {
                do throws(RequestError) {
                    if try await move(row.id, by: .dismissed) { keys.append(key) }
                } catch  where error.code == .storage {
                    throw error
                } catch {
                    // A damaged one must not keep the others.
                    logger.error("\(error)")
                }
            }
        }
        await plan()
        return keys
    }

    /// A selection whose identifiers may be those of other apps, as selections that name the app.
    func resolved(_ selection: RemovalSelection) throws(RequestError) -> [RemovalSelection] {
        guard case .identifiers(let names) = selection.choice else { return [selection] }
        var selections: [RemovalSelection] = []
        for key in try keys(of: names, preferring: selection.appID ?? AgentNames.app) {
            var identifiers = [key.identifier]
            if let last = selections.last, last.appID == key.appID,
                case .identifiers(let earlier) = last.choice
            {
                identifiers = earlier + identifiers
                selections.removeLast()
            }
            var one = selection
            (one.choice, one.appID) = (.identifiers(identifiers), key.appID)
            selections.append(one)
        }
        return selections
    }

    /// The keys that names stand for; names of nothing are left out.
    private func keys(
        of names: [String],
        preferring app: String
    ) throws(RequestError) -> [RequestKey] {
        var keys: [RequestKey] = []
        for name in names {
            do throws(RequestError) {
                keys.append(try resolve(name, preferring: app))
            } catch  where error.code != .notFound {
                throw error
            } catch {}
        }
        return keys
    }
}
