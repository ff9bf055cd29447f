import NotifyCore
import SQLiteBridge

/// The tables of the store.
///
/// ``first`` makes the tables of the first release in one step; later versions append theirs.
enum StoreSchema {
    /// The version of the first release, which is the name of its step.
    static let first = "0.1.0"
    /// The version whose changes can be undone as a whole, and whose pauses can end by themselves.
    static let wholeChanges = "0.2.0"
    /// The last step of the development versions before it, which have the same tables.
    static let lastOfDevelopment = "senders"
    /// The first step of these.
    static let firstOfDevelopment = "1"

    static var migrator: Migrator {
        var migrator = Migrator()
        migrator.add(first) { connection in
            try connection.execute(tables)
            CrashPoint.reached(.migrating)
        }
        migrator.add(wholeChanges) { connection in
            // What could be undone before cannot be any longer.
            try connection.execute(
                """
                DROP TABLE IF EXISTS change;
                DROP TABLE IF EXISTS image;
                DROP TABLE IF EXISTS sent;
                \(changes)
                CREATE INDEX IF NOT EXISTS pendingPausedUntil ON pending (paused) WHERE paused > 1;
                """
            )
            CrashPoint.reached(.migrating)
        }
        return migrator
    }

    /// Makes the tables that a store lacks.
    static func migrate(_ connection: Connection) throws {
        try adopt(connection)
        try migrator.migrate(connection)
    }

    /// Names the tables of a development version as those of the first release.
    private static func adopt(_ connection: Connection) throws {
        let steps = try migrator.done(connection)
        guard steps.contains(lastOfDevelopment), !steps.contains(first) else { return }
        try connection.transaction {
            try connection.execute("DELETE FROM grdb_migrations")
            try connection.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", first)
            CrashPoint.reached(.migrating)
        }
    }

    /// Which version of this program wrote a store.
    enum Version {
        /// This one.
        case present
        /// None, or a development version with the same tables; ``migrate(_:)`` makes it one of this version.
        case incomplete
        /// A development version with other tables.
        case tooOld
        /// A newer one.
        case newer
    }

    /// Returns which version wrote a store.
    static func version(_ connection: Connection) throws -> Version {
        let steps = try migrator.done(connection)
        // A newer version has all steps of this one. An unknown step instead of one of these is damage.
        if steps.isSuperset(of: migrator.names) {
            return steps.isSubset(of: migrator.names) ? .present : .newer
        }
        let isOld = steps.contains(firstOfDevelopment) && !steps.contains(lastOfDevelopment)
        return isOld ? .tooOld : .incomplete
    }

    /// Returns the tables, indexes and triggers of this version that a database lacks or defines differently.
    ///
    /// - Returns: their names, in order.
    static func missing(_ connection: Connection) throws -> [String] {
        let model = try Connection(Connection.memory)
        try migrator.migrate(model)
        let found = try definitions(connection)
        return try definitions(model).filter { found[$0.key] != $0.value }.keys.sorted()
    }

    /// The definition of each table, index and trigger, by name, without white space.
    private static func definitions(_ connection: Connection) throws -> [String: String] {
        let texts: [(String, String)] = try connection.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        ).all { row in
            (try row.value(0), try row.value(1, as: String.self).filter { !$0.isWhitespace })
        }
        return Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }

    // Instants and spans are microseconds, instants since 1970. Numbers of rows with AUTOINCREMENT are never reused: the
    // smallest are the oldest, and what refers to a row that has gone finds none.
    //
    // What is pending. `boot` and `bootDue` are the due time of an interval on the clock since boot. `listed` is 0 for a
    // request that is shown at once and never counts as pending, and for one with a rule that has ended, and continues if
    // the clock is set back. `rule` and others repeat parts of the record, so that dates are computed without decoding
    // it. `attachments` is the folder of the files, which requests with the same files may share. `place` is the side of a region's
    // border on which the machine was last: 0 not known, 1 inside, 2 outside; NULL if the request waits for no place;
    // `crossing` is what made it due. `reached` is until when the dates were settled before the clock was set back; NULL
    // if it was not. `lead` is how long before its date the next warning comes; NULL if none is left for this date. So a
    // warning moves with the date. `paused` is 1 for a request that is paused until it is resumed, and else the time at
    // which its pause ends by itself. `runs` is whether it has a command. `sender` is who sent it; NULL for the user.
    private static let pending = """
        CREATE TABLE pending (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            record BLOB NOT NULL,
            added INTEGER NOT NULL,
            due INTEGER NOT NULL,
            boot TEXT,
            bootDue INTEGER,
            listed INTEGER NOT NULL,
            settled INTEGER NOT NULL DEFAULT 0,
            fired INTEGER NOT NULL DEFAULT 0,
            paused INTEGER NOT NULL DEFAULT 0,
            wake INTEGER NOT NULL DEFAULT 0,
            grammar TEXT,
            rule TEXT,
            zone TEXT,
            monthEnd INTEGER NOT NULL DEFAULT 0,
            until INTEGER,
            attachments TEXT,
            place INTEGER,
            crossing BLOB,
            reached INTEGER,
            runs INTEGER NOT NULL DEFAULT 0,
            lead INTEGER,
            sender TEXT,
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX pendingByDue ON pending (due, id);
        CREATE INDEX pendingByBootDue ON pending (bootDue, id)
            WHERE bootDue IS NOT NULL AND paused = 0;
        CREATE INDEX pendingByWallDue ON pending (due, id) WHERE bootDue IS NULL AND paused = 0;
        CREATE INDEX pendingToWake ON pending (due) WHERE wake = 1 AND paused = 0;
        CREATE INDEX pendingWithAttachments ON pending (attachments)
            WHERE attachments IS NOT NULL;
        CREATE INDEX pendingAtPlace ON pending (id) WHERE place IS NOT NULL;
        CREATE INDEX pendingByZone ON pending (zone) WHERE zone IS NOT NULL;
        CREATE INDEX pendingUnlisted ON pending (id) WHERE listed = 0;
        CREATE INDEX pendingIntervalAside ON pending (id)
            WHERE rule IS NULL AND place IS NULL AND (bootDue IS NULL OR paused = 1);
        CREATE INDEX pendingReached ON pending (id) WHERE reached IS NOT NULL;
        CREATE INDEX pendingToRunByWall ON pending (due, id)
            WHERE runs = 1 AND paused = 0 AND bootDue IS NULL;
        CREATE INDEX pendingToRunByBoot ON pending (bootDue, id)
            WHERE runs = 1 AND paused = 0 AND bootDue IS NOT NULL;
        CREATE INDEX pendingToWarnByWall ON pending (due - lead, id)
            WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NULL;
        CREATE INDEX pendingToWarnByBoot ON pending (bootDue - lead, id)
            WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NOT NULL;
        CREATE INDEX pendingToWarnAwake ON pending (due - lead)
            WHERE wake = 1 AND lead IS NOT NULL AND paused = 0;
        CREATE INDEX pendingImmediate ON pending (due, id) WHERE listed = 0 AND rule IS NULL;
        CREATE INDEX pendingByIdentifier ON pending (identifier);
        CREATE INDEX pendingSnoozed ON pending (app, identifier)
            WHERE instr(identifier, '.snoozed') > 0;
        CREATE INDEX pendingSender ON pending (sender) WHERE sender IS NOT NULL;
        """

    // The number of pending requests, because counting a million rows takes longer than the rest of a start. Rows
    // that `INSERT OR REPLACE` deletes would not be subtracted. The column may be NULL, although it never is: if a
    // trigger can fail, SQLite copies each page that a statement changes.
    private static let counter = """
        CREATE TABLE tally (
            list TEXT PRIMARY KEY,
            count INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO tally VALUES ('pending', 0);
        CREATE TRIGGER pendingAdded AFTER INSERT ON pending WHEN NEW.listed = 1 BEGIN
            UPDATE tally SET count = count + 1 WHERE list = 'pending';
        END;
        CREATE TRIGGER pendingGone AFTER DELETE ON pending WHEN OLD.listed = 1 BEGIN
            UPDATE tally SET count = count - 1 WHERE list = 'pending';
        END;
        """

    // Dates of repeating requests, by the number of the row. In `occurrence` are those that came; `shown` is 0 for a date
    // without a bubble of its own, which counts towards `times` while the clock is past it. In `leftOut` are those that
    // the user left out, with the offset of the clock that they saw, in seconds.
    private static let dates = """
        CREATE TABLE occurrence (
            id INTEGER PRIMARY KEY,
            request INTEGER NOT NULL,
            scheduled INTEGER NOT NULL,
            shown INTEGER NOT NULL DEFAULT 1,
            UNIQUE (request, scheduled)
        ) STRICT;
        CREATE TABLE leftOut (
            id INTEGER PRIMARY KEY,
            request INTEGER NOT NULL,
            scheduled INTEGER NOT NULL,
            offset INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX leftOutByRequest ON leftOut (request, scheduled);
        """

    // What was delivered and is in the list. `presentation` has the bits of PresentationOptions; NULL if the app made no
    // choice. `nagDue` is when it is shown again; NULL if it is not.
    private static let delivered = """
        CREATE TABLE delivered (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            record BLOB NOT NULL,
            scheduled INTEGER NOT NULL,
            delivered INTEGER NOT NULL,
            state TEXT NOT NULL,
            owner TEXT,
            bubble INTEGER,
            firstScheduled INTEGER,
            occurrences INTEGER NOT NULL DEFAULT 1,
            late INTEGER NOT NULL DEFAULT 0,
            attachments TEXT,
            presentation INTEGER,
            crossing BLOB,
            nagDue INTEGER,
            nagInterval INTEGER NOT NULL DEFAULT 0,
            nagsLeft INTEGER NOT NULL DEFAULT 0,
            sender TEXT,
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX deliveredByBubble ON delivered (owner, bubble) WHERE owner IS NOT NULL;
        CREATE INDEX deliveredWithAttachments ON delivered (attachments)
            WHERE attachments IS NOT NULL;
        CREATE INDEX deliveredToNag ON delivered (nagDue) WHERE nagDue IS NOT NULL;
        CREATE INDEX deliveredByState ON delivered (state, id) WHERE state != 'listed';
        CREATE INDEX deliveredByIdentifier ON delivered (identifier);
        CREATE INDEX deliveredSnoozed ON delivered (app, identifier)
            WHERE instr(identifier, '.snoozed') > 0;
        CREATE INDEX deliveredSender ON delivered (sender, id) WHERE sender IS NOT NULL;
        """

    // The user's choice and its result are in one line.
    private static let history = """
        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            title TEXT NOT NULL,
            event TEXT NOT NULL,
            detail TEXT NOT NULL,
            scheduled INTEGER,
            requester TEXT,
            action TEXT,
            actionTitle TEXT,
            userText TEXT,
            url TEXT,
            problem TEXT
        ) STRICT;
        CREATE INDEX historyByDate ON history (at);
        CREATE INDEX historyByRequest ON history (app, identifier, id);
        """

    // The responses that apps have not received yet, and those that wait for an unlocked session. `started` is 1 if the
    // app was started for it or cannot be.
    private static let responses = """
        CREATE TABLE response (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            record BLOB NOT NULL,
            started INTEGER NOT NULL DEFAULT 0,
            attachments TEXT
        ) STRICT;
        CREATE INDEX responseByApp ON response (app, id);
        CREATE TABLE heldResponse (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            record BLOB NOT NULL,
            scheduled INTEGER NOT NULL,
            delivered INTEGER NOT NULL,
            action TEXT NOT NULL,
            text TEXT,
            prompt INTEGER
        ) STRICT;
        """

    // The commands that are about to be started or were, until their ends are stored.
    private static let runs = """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            title TEXT NOT NULL,
            command TEXT NOT NULL,
            scheduled INTEGER NOT NULL
        ) STRICT;
        """

    // `permission` is NULL without a decision. An app without a row has no badge.
    private static let apps = """
        CREATE TABLE app (
            id TEXT PRIMARY KEY,
            permission TEXT,
            badge INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE category (
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            record BLOB NOT NULL,
            PRIMARY KEY (app, identifier)
        ) STRICT, WITHOUT ROWID;
        """

    // The Add calls with an idempotency key, with their replies; and the calls that changed something.
    private static let calls = """
        CREATE TABLE answeredAdd (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            key TEXT NOT NULL,
            reply BLOB NOT NULL,
            UNIQUE (app, key)
        ) STRICT;
        CREATE TABLE carriedOut (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            call TEXT NOT NULL UNIQUE
        ) STRICT;
        """

    // What can be undone: one row for each change in `change`, whose `state` is 0, 1 if it is undone, or 2 if it cannot be
    // undone any more; `count` and `bytes` are those of its rows in `image`, 0 if these were too many to be kept. `image`
    // has each row that the change touched, as it was before or after; one that is the same is left out. The columns
    // from `attachments` on are those of `pending` and `delivered`, with the row's number as `request`, the dates that
    // were left out as `leftOut`, and NULL as `record` for the one before. `row` has the columns of another table as
    // JSON. `restored` is the change that restored what this one removed. `sent` in `change` is the request that was
    // sent to other machines, which the table `sent` has as long as it comes there.
    private static let changes = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT NOT NULL,
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            count INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            sent TEXT
        ) STRICT;
        CREATE TABLE image (
            id INTEGER PRIMARY KEY,
            change INTEGER NOT NULL,
            isAfter INTEGER NOT NULL,
            list TEXT NOT NULL,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            restored INTEGER,
            request INTEGER,
            attachments TEXT,
            crossing BLOB,
            added INTEGER,
            due INTEGER,
            settled INTEGER,
            fired INTEGER,
            paused INTEGER,
            boot TEXT,
            bootDue INTEGER,
            leftOut TEXT,
            scheduled INTEGER,
            delivered INTEGER,
            firstScheduled INTEGER,
            occurrences INTEGER,
            late INTEGER,
            presentation INTEGER,
            record BLOB,
            row TEXT
        ) STRICT;
        CREATE TABLE sent (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            at INTEGER NOT NULL,
            machines TEXT NOT NULL,
            until INTEGER,
            repeats INTEGER NOT NULL,
            record BLOB NOT NULL,
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX changeByOrigin ON change (origin, state, id);
        CREATE INDEX imageByChange ON image (change, app, identifier);
        CREATE INDEX imageByRequest ON image (app, identifier);
        CREATE INDEX imageWithAttachments ON image (attachments) WHERE attachments IS NOT NULL;
        """

    // The files of `requests.d` as they were when their requests were added.
    private static let requestFiles = """
        CREATE TABLE requestFile (
            identifier TEXT PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // The requests that were made of events, with the calendar that may change them; empty for none. They stay while
    // the event is in a file, so that what the user removed does not come again. A calendar is a name of
    // `import --sync`, or the path of one that is followed; an event is in each file that has it. `revisions` is which
    // versions of an event a file has; the file and the calendar are empty for an import without a name, which is
    // remembered up to `until`, as what was shown of an event is. `alarm` is the date of a request that has no other one.
    private static let calendars = """
        CREATE TABLE eventRequest (
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            uid TEXT NOT NULL,
            part TEXT NOT NULL,
            digest TEXT NOT NULL,
            calendar TEXT NOT NULL,
            alarm INTEGER,
            until INTEGER,
            PRIMARY KEY (app, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX eventRequestByUID ON eventRequest (uid);
        CREATE TABLE calendar (
            name TEXT PRIMARY KEY,
            follows INTEGER NOT NULL,
            trusts INTEGER NOT NULL,
            requestFile TEXT,
            problems TEXT NOT NULL,
            read INTEGER,
            addresses TEXT NOT NULL DEFAULT ''
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE calendarFile (
            calendar TEXT NOT NULL,
            name TEXT NOT NULL,
            stamp TEXT NOT NULL,
            problem TEXT NOT NULL,
            PRIMARY KEY (calendar, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE calendarEvent (
            uid TEXT NOT NULL,
            calendar TEXT NOT NULL,
            file TEXT NOT NULL,
            revisions TEXT NOT NULL DEFAULT '',
            until INTEGER,
            PRIMARY KEY (uid, calendar, file)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX calendarEventByFile ON calendarEvent (calendar, file);
        """

    // See ``Store/Metadata``.
    private static let facts = """
        CREATE TABLE fact (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let tables = [
        pending, counter, dates, delivered, history, responses, runs, apps, calls, requestFiles,
        calendars, facts,
    ].joined(separator: "\n")
}
