import AgentInterface
import Logging
import NotifyCore

/// Reads the lists of pending and delivered notifications, and finds entries by name.
struct Lists {
    /// An entry that a name stands for.
    struct Match: Sendable {
        enum Entry: Sendable {
            case pending(PendingRow)
            case delivered(DeliveredRow)
        }

        let key: RequestKey
        let entry: Entry

        fileprivate var isPending: Bool {
            if case .pending = entry { true } else { false }
        }

        /// When it is due, or was.
        fileprivate var date: Instant {
            switch entry {
            case .pending(let row): row.due
            case .delivered(let row): row.scheduled
            }
        }
    }

    /// A part of a list, in the order of storage.
    enum Part: Sendable {
        case categories([(app: String, category: NotificationCategory)])
        /// Requests, with the dates that are already taken.
        case pending([(row: PendingRow, taken: [Instant])])
        case delivered([DeliveredRow])
        case events([EventEntry])
    }

    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let apps: Apps
    private let screen: Screen

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        apps: Apps,
        screen: Screen
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.apps = apps
        self.screen = screen
    }

    /// Returns a part of a list.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - position: where the previous part ended; 0 for the first.
    /// - Returns: the part, and where it ends; 0 if it is the last.
    func part(
        of list: TransferList,
        app: String?,
        after position: Int64
    ) throws(RequestError) -> (part: Part, position: Int64) {
        switch list {
        case .categories:
            return (.categories(try apps.allCategories(of: app)), 0)
        case .pending:
            let (rows, end) = try store.pending(app: app, after: position)
            return (.pending(rows), end)
        case .delivered:
            let (rows, end) = try store.delivered(app: app, after: position)
            // A notification that leaves the list with its bubble has no bubble on another machine.
            let listed = rows.filter { $0.presentation?.contains(.list) ?? true }
            return (.delivered(listed), end)
        case .events:
            let (entries, end) = try store.events(app: app, after: Int(position))
            return (.events(entries), Int64(end))
        case .files: return (.events([]), 0)
        }
    }

    /// A delivered notification and the name of its state.
    typealias ListedDelivery = (row: DeliveredRow, state: String)

    /// Returns a part of a list.
    ///
    /// - Parameters:
    ///   - selection: which rows; the text that is looked for is not compared.
    ///   - position: where the part before it ended; `nil` for the first one.
    func part(
        of list: ListName,
        _ selection: ListSelection,
        after position: ListPosition?
    ) throws(RequestError) -> ListPart<ListedRow> {
        let app = selection.appID
        switch list {
        case .pending:
            let skipped = try store.leftOutDates.ahead(of: clock.now)
            return try store.pendingPart(app: app, after: position, where: selection.includes)
                .map { row in .pending(row.skipping(skipped)) }
        case .waiting:
            return try store.waitingPart(app: app, after: position, where: selection.includes)
                .map(ListedRow.pending)
        case .delivered:
            let screen = screen.state
            return try store.deliveredPart(app: app, after: position, where: selection.includes)
                .map { .delivered($0, state: screen.stateName(of: $0)) }
        }
    }

    /// Finds the entries that a name stands for in both lists; see ``find(_:preferring:)``.
    func entries(
        named name: String,
        preferring app: String
    ) throws(RequestError) -> (pending: [PendingRow], delivered: [ListedDelivery]) {
        var found: (pending: [PendingRow], delivered: [ListedDelivery]) = ([], [])
        for match in try find(name, preferring: app) {
            switch match.entry {
            case .pending(let row):
                let skipped = try store.leftOutDates.ahead(of: clock.now)
                found.pending.append(row.skipping(skipped))
            case .delivered(let row):
                found.delivered.append((row, screen.state.stateName(of: row)))
            }
        }
        return found
    }

    /// The removed requests that can be restored, latest first.
    ///
    /// - Parameter app: the app; `nil` for all.
    func removed(app: String?) throws(RequestError) -> [ChangedRow] {
        let start = clock.now.advanced(byMicroseconds: -Store.undoTime)
        return try store.changes.removed(app: app, after: start)
    }

    /// Finds the entries with an identifier in both lists: those of the preferred app, otherwise those of
    /// the only other app that has it.
    ///
    /// - Returns: the entries, at least one.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`.
    func find(_ name: String, preferring app: String) throws(RequestError) -> [Match] {
        let found = try Self.search(name, preferring: app, \.key) {
            app,
            identifier throws(RequestError) in
            try matches(app: app, identifier: identifier)
        }
        guard !found.isEmpty else { throw RequestError(.notFound, try absence(of: name)) }
        return found
    }

    /// Searches for a name: in the preferred app, as APP/ID, and in all apps, of which only one may have it.
    ///
    /// - Parameters:
    ///   - key: the request that was found.
    ///   - find: finds what has an identifier, in an app or in all.
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous`.
    static func search<Found>(
        _ name: String,
        preferring app: String,
        _ key: KeyPath<Found, RequestKey>,
        _ find: (_ app: String?, _ identifier: String) throws(RequestError) -> [Found]
    ) throws(RequestError) -> [Found] {
        let own = try find(app, name)
        if !own.isEmpty { return own }
        if let slash = name.firstIndex(of: "/") {
            let named = try find(
                AgentNames.id(ofApp: String(name[..<slash])),
                String(name[name.index(after: slash)...])
            )
            if !named.isEmpty { return named }
        }
        let others = try find(nil, name)
        let apps = Set(others.map { $0[keyPath: key].appID }).sorted()
        guard apps.count > 1 else { return others }
        throw RequestError(
            .ambiguous,
            "\(name.quoted) is in several apps; write one of "
                + apps.map { "\($0)/\(name)" }.joined(separator: ", ")
        )
    }

    /// Returns the key that a name stands for, by the same search.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`.
    func resolve(_ name: String, preferring app: String) throws(RequestError) -> RequestKey {
        try find(name, preferring: app).first?.key ?? RequestKey(appID: app, identifier: name)
    }

    /// Returns the key that a name stands for, or else that of the snoozed request of that name which is due first
    /// or was shown last: a request whose last date was snoozed has ended.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`.
    func resolveSnoozed(_ name: String, preferring app: String) throws(RequestError) -> RequestKey {
        let refusal: RequestError
        do throws(RequestError) {
            return try resolve(name, preferring: app)
        } catch  where error.code == .notFound {
            refusal = error
        }
        var found: [Match] = []
        for key in try snoozed(name, preferring: app) {
            found += try matches(app: key.appID, identifier: key.identifier)
        }
        let first = found.filter(\.isPending).min { $0.date < $1.date }
        guard let match = first ?? found.max(by: { $0.date < $1.date }) else { throw refusal }
        return match.key
    }

    /// Returns the snoozed requests of a name, by the search of ``find(_:preferring:)``.
    private func snoozed(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> [RequestKey] {
        let all = try store.snoozed(of: nil)
        return try Self.search(name, preferring: app, \.self) { app, name in
            all.filter { key in
                NotificationRequest.stem(ofSnoozed: key.identifier) == name
                    && key.appID == app ?? key.appID
            }
        }
    }

    /// Splits a selection whose identifiers may be those of other apps into selections that name their app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous` or `Storage`.
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

    /// Finds a delivered notification that can be shown again.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is not delivered, or may already be on the screen.
    func deliveredOnce(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> (key: RequestKey, id: DeliveryID) {
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
        return (key, row.id)
    }

    /// Returns the message for an unknown identifier.
    func absence(of name: String) throws(RequestError) -> String {
        let guess = Suggestion.nearest(to: name, in: try store.identifiers())
        return "unknown identifier \(name.quoted); "
            + (guess.map { "did you mean \($0)?" } ?? "see notify-schedule list")
    }

    /// Returns the keys that names stand for; unknown names are left out.
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

    private func matches(app: String?, identifier: String) throws(RequestError) -> [Match] {
        let pending = try store.pending(app: app, identifier: identifier)
        let delivered = try store.delivered(app: app, identifier: identifier)
        return pending.compactMap { row in
            logger.readable { () throws(RequestError) in try row.pending().request.key }
                .map { Match(key: $0, entry: .pending(row)) }
        }
            + delivered.compactMap { row in
                logger.readable { () throws(RequestError) in try row.delivery().request.key }
                    .map { Match(key: $0, entry: .delivered(row)) }
            }
    }
}

extension Logger {
    /// Reads a stored value; `nil` if it is damaged, so that it does not hide the others.
    func readable<Value>(_ read: () throws(RequestError) -> Value) -> Value? {
        do {
            return try read()
        } catch {
            self.error("a stored request is damaged and left out: \(error)")
            return nil
        }
    }
}

extension PendingRow {
    /// Returns the row with the dates that the user left out.
    fileprivate func skipping(_ dates: [PendingID: [Instant]]) -> PendingRow {
        var row = self
        row.skipped = dates[id] ?? []
        return row
    }
}
