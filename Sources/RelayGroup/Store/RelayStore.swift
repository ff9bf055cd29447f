import ConfigurationFiles
import Glibc
import NotifyCore
import SQLiteBridge

/// The keys of this device, its group, and the messages on their way, in one file of the user alone.
///
/// Changes are on the disk when a method returns.
final class RelayStore {
    /// How long another process may hold the file, in milliseconds.
    private static let busyTimeout: Int32 = 5_000

    private let database: Connection
    private let path: String

    /// Opens the store, and makes it if it is missing.
    init(folder: String) throws(RequestError) {
        path = "\(folder)/relay.sqlite"
        do {
            // Makes it with its mode, which its companions get, too.
            close(try OwnFile.open(path))
            database = try Connection(path, busyTimeout: Self.busyTimeout)
            try database.execute(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"
            )
            try Self.schema.migrate(database)
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.storage, "\(path) cannot be used: \(error)")
        }
    }

    private static let schema: Migrator = {
        var migrator = Migrator()
        migrator.add("device, group and messages") { database in
            try database.execute(
                """
                CREATE TABLE device (
                    id BLOB NOT NULL, name TEXT NOT NULL, signKey BLOB NOT NULL, signSecret BLOB NOT NULL,
                    boxKey BLOB NOT NULL, boxSecret BLOB NOT NULL, lastNumber INTEGER NOT NULL,
                    lastMessage INTEGER NOT NULL, isForgotten INTEGER NOT NULL);
                CREATE TABLE epoch (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT UNIQUE NOT NULL,
                    number INTEGER NOT NULL, key BLOB NOT NULL, author BLOB NOT NULL, since TEXT);
                CREATE TABLE member (
                    id BLOB PRIMARY KEY NOT NULL, name TEXT NOT NULL, signKey BLOB NOT NULL,
                    boxKey BLOB NOT NULL, added INTEGER NOT NULL, numbers BLOB NOT NULL,
                    messages BLOB NOT NULL, lastHeard INTEGER);
                CREATE TABLE forgotten (id BLOB PRIMARY KEY NOT NULL);
                CREATE TABLE outgoing (
                    number INTEGER PRIMARY KEY NOT NULL, body BLOB NOT NULL, targets BLOB NOT NULL,
                    topic TEXT, expires INTEGER, sent INTEGER);
                CREATE TABLE item (
                    number INTEGER PRIMARY KEY NOT NULL, sender BLOB NOT NULL, sent INTEGER NOT NULL,
                    content BLOB NOT NULL);
                CREATE TABLE notification (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, origin BLOB NOT NULL,
                    identifier TEXT NOT NULL, shown INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
                    UNIQUE (origin, identifier));
                """
            )
        }
        migrator.add("introducers, confirmers and targets") { database in
            try database.execute(
                """
                ALTER TABLE member ADD COLUMN introducers BLOB NOT NULL DEFAULT x'';
                ALTER TABLE member ADD COLUMN confirmers BLOB NOT NULL DEFAULT x'';
                ALTER TABLE notification ADD COLUMN targets BLOB NOT NULL DEFAULT x'';
                """
            )
        }
        return migrator
    }()

    // MARK: - Writing

    /// Stores changes, all of them or none.
    func apply(_ changes: [StoreChange]) throws(RequestError) {
        guard !changes.isEmpty else { return }
        try working {
            try database.transaction { for change in changes { try apply(change) } }
        }
    }

    private func apply(_ change: StoreChange) throws {
        switch change {
        case .device(let device):
            try database.cached("DELETE FROM device").run()
            try database.cached("INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").run([
                device.keys.id.bytes, device.name, device.keys.signKey, device.keys.signSecret,
                device.keys.boxKey, device.keys.boxSecret, Int64(device.lastNumber),
                Int64(device.lastMessage), device.isForgotten,
            ])
        case .epoch(let record):
            try database.cached(
                """
                INSERT INTO epoch (topic, number, key, author, since) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (topic) DO UPDATE SET since = ?5
                """
            ).run([
                record.epoch.topic, record.epoch.number, record.epoch.key,
                record.epoch.author.bytes, record.since,
            ])
        case .removeEpoch(let topic):
            try database.cached("DELETE FROM epoch WHERE topic = ?").run([topic])
        case .member(let record): try write(record)
        case .removeMember(let id):
            try database.cached("DELETE FROM member WHERE id = ?").run([id.bytes])
        case .forgotten(let id):
            try database.cached("INSERT OR IGNORE INTO forgotten VALUES (?)").run([id.bytes])
        case .outgoing(let message): try write(message)
        case .removeOutgoing(let number):
            try database.cached("DELETE FROM outgoing WHERE number = ?").run([Int64(number)])
        case .item(let item):
            try database.cached("INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)").run([
                item.number, item.sender.bytes, item.sent.microseconds, item.content.json,
            ])
        case .removeItem(let number):
            try database.cached("DELETE FROM item WHERE number = ?").run([number])
        case .notification(let record):
            try database.cached(
                """
                INSERT INTO notification (origin, identifier, shown, withdrawn, targets)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (origin, identifier) DO UPDATE
                SET shown = ?3, withdrawn = ?4, targets = ?5
                """
            ).run([
                record.id.origin.bytes, record.id.identifier, Int64(record.shown),
                Int64(record.withdrawn), Self.bytes(of: record.targets),
            ])
        case .removeNotification(let id):
            try database.cached("DELETE FROM notification WHERE origin = ? AND identifier = ?").run(
                [id.origin.bytes, id.identifier]
            )
        case .removeAll:
            for table in ["epoch", "member", "forgotten", "outgoing", "item", "notification"] {
                try database.run("DELETE FROM \(table)")
            }
        }
    }

    private func write(_ record: MemberRecord) throws {
        try database.cached(
            "INSERT OR REPLACE INTO member VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).run([
            record.member.id.bytes, record.member.name, record.member.signKey,
            record.member.boxKey, record.member.added.microseconds, record.window.numbers.bytes,
            record.messages.bytes, record.lastHeard?.microseconds,
            Self.bytes(of: record.member.introducers), Self.bytes(of: record.confirmers),
        ])
    }

    private static func bytes(of devices: Set<DeviceID>) -> [UInt8] {
        devices.sorted().flatMap(\.bytes)
    }

    private static func devices(_ bytes: [UInt8]) -> Set<DeviceID> {
        Set(
            stride(from: 0, to: bytes.count, by: DeviceID.size).compactMap { start in
                DeviceID(Array(bytes[start...].prefix(DeviceID.size)))
            }
        )
    }

    private func write(_ message: QueuedMessage) throws {
        try database.cached("INSERT OR REPLACE INTO outgoing VALUES (?, ?, ?, ?, ?, ?)").run([
            Int64(message.number), message.body.json, Self.bytes(of: message.targets),
            message.topic, message.expires?.microseconds, message.sent?.microseconds,
        ])
    }

    // MARK: - Reading

    /// Returns what is stored; `nil` in a new store.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, also if a row has no meaning.
    func state() throws(RequestError) -> RelayState? {
        try working {
            guard let device = try database.prepare("SELECT * FROM device").first([], Self.device)
            else { return nil }
            var state = RelayState(device: try checked(device, "device"))
            state.epochs = try rows(
                "SELECT topic, number, key, author, since FROM epoch ORDER BY position",
                Self.epoch
            )
            state.members = try rows("SELECT * FROM member", Self.member)
            state.forgotten = try rows("SELECT id FROM forgotten ORDER BY rowid") { row in
                DeviceID(try row.value(0))
            }
            state.outgoing = try rows("SELECT * FROM outgoing ORDER BY number", Self.outgoing)
            state.items = try rows("SELECT * FROM item ORDER BY number", Self.item)
            state.notifications = try rows(
                """
                SELECT origin, identifier, shown, withdrawn, targets FROM notification
                ORDER BY position
                """,
                Self.notification
            )
            return state
        }
    }

    private func rows<Element>(
        _ sql: String,
        _ read: (Row) throws -> Element?
    ) throws -> [Element] {
        try database.prepare(sql).all([]) { row in try checked(try read(row), sql) }
    }

    private func checked<Element>(_ element: Element?, _ what: String) throws -> Element {
        guard let element else {
            throw RequestError(
                .storage,
                "\(path) has an invalid row (\(what)); move it away, and pair this machine again"
            )
        }
        return element
    }

    private static func device(_ row: Row) throws -> DeviceRecord? {
        let id = DeviceID(try row.value(0))
        let keys = try id.flatMap { id in
            DeviceKeys(
                id: id,
                signKey: try row.value(2),
                signSecret: try row.value(3),
                boxKey: try row.value(4),
                boxSecret: try row.value(5)
            )
        }
        guard let keys else { return nil }
        var device = DeviceRecord(keys: keys, name: try row.value(1))
        device.lastNumber = UInt64(clamping: try row.value(6, as: Int64.self))
        device.lastMessage = UInt64(clamping: try row.value(7, as: Int64.self))
        device.isForgotten = try row.value(8)
        return device
    }

    private static func epoch(_ row: Row) throws -> EpochRecord? {
        guard let author = DeviceID(try row.value(3)),
            let epoch = GroupEpoch(
                number: try row.value(1),
                topic: try row.value(0),
                key: try row.value(2),
                author: author
            )
        else { return nil }
        return EpochRecord(epoch: epoch, since: try row.value(4))
    }

    private static func member(_ row: Row) throws -> MemberRecord? {
        guard let id = DeviceID(try row.value(0)),
            var member = Member(
                id: id,
                name: try row.value(1),
                signKey: try row.value(2),
                boxKey: try row.value(3),
                added: Instant(microseconds: try row.value(4))
            ), let numbers = NumberRanges(bytes: try row.value(5)),
            let messages = NumberRanges(bytes: try row.value(6))
        else { return nil }
        member.introducers = devices(try row.value(8))
        return MemberRecord(
            member: member,
            window: ReplayWindow(numbers),
            messages: messages,
            lastHeard: try row.value(7, as: Int64?.self).map { Instant(microseconds: $0) },
            confirmers: devices(try row.value(9))
        )
    }

    private static func outgoing(_ row: Row) throws -> QueuedMessage? {
        guard let body = MessageBody(json: try row.value(1)) else { return nil }
        var message = QueuedMessage(
            number: UInt64(clamping: try row.value(0, as: Int64.self)),
            body: body,
            targets: devices(try row.value(2)),
            topic: try row.value(3),
            expires: try row.value(4, as: Int64?.self).map { Instant(microseconds: $0) }
        )
        message.sent = try row.value(5, as: Int64?.self).map { Instant(microseconds: $0) }
        return message
    }

    private static func item(_ row: Row) throws -> InboxItem? {
        guard let sender = DeviceID(try row.value(1)),
            let content = InboxItem.Content(json: try row.value(3))
        else { return nil }
        return InboxItem(
            number: try row.value(0),
            sender: sender,
            sent: Instant(microseconds: try row.value(2)),
            content: content
        )
    }

    private static func notification(_ row: Row) throws -> NotificationRecord? {
        guard let origin = DeviceID(try row.value(0)) else { return nil }
        return NotificationRecord(
            id: RelayedID(origin: origin, identifier: try row.value(1)),
            shown: UInt64(clamping: try row.value(2, as: Int64.self)),
            withdrawn: UInt64(clamping: try row.value(3, as: Int64.self)),
            targets: devices(try row.value(4))
        )
    }

    private func working<Result>(_ work: () throws -> Result) throws(RequestError) -> Result {
        do {
            return try work()
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.storage, "\(path) cannot be used: \(error)")
        }
    }
}

extension NumberRanges {
    /// The bounds as they are stored.
    fileprivate var bytes: [UInt8] { bounds.flatMap(\.bigEndianBytes) }

    fileprivate init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        self.init(
            bounds: stride(from: 0, to: bytes.count, by: 8).map { start in
                UInt64(bigEndianBytes: bytes[start..<start + 8])
            }
        )
    }
}
