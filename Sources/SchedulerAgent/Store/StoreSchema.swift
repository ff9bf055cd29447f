import SQLiteBridge

/// The tables of the store, as a list of migration steps.
///
/// Steps are only appended.
enum StoreSchema {
    static var migrator: Migrator {
        var migrator = Migrator()
        migrator.step("1") { connection in
            try connection.execute(first)
        }
        migrator.step("2") { connection in
            try connection.execute(second)
            try Store.fillPlans(connection)
        }
        migrator.step("apps") { connection in
            try connection.execute(apps)
        }
        migrator.step("categories") { connection in
            try connection.execute(categories)
        }
        migrator.step("held responses") { connection in
            try connection.execute(heldResponses)
        }
        migrator.step("attachments") { connection in
            try connection.execute(attachments)
        }
        migrator.step("requester") { connection in
            try connection.execute("ALTER TABLE history ADD COLUMN requester TEXT")
        }
        migrator.step("responses") { connection in
            try connection.execute(responses)
        }
        migrator.step("presentation") { connection in
            // The bits of PresentationOptions; NULL if the app made no choice.
            try connection.execute("ALTER TABLE delivered ADD COLUMN presentation INTEGER")
        }
        migrator.step("answered calls of Add") { connection in
            try connection.execute(idempotentAdds)
        }
        migrator.step("files of responses") { connection in
            // As in `pending` and `delivered`.
            try connection.execute("ALTER TABLE response ADD COLUMN attachments TEXT")
            try Store.fillResponseAttachments(connection)
        }
        migrator.step("files of requests.d") { connection in
            try connection.execute(requestFiles)
        }
        migrator.step("places") { connection in
            try connection.execute(places)
        }
        migrator.step("quick start") { connection in
            try connection.execute(quickStart)
        }
        migrator.step("tally") { connection in
            try connection.execute(pendingCounter)
        }
        migrator.step("clock set back and forward") { connection in
            try connection.execute(clockSetBack)
        }
        migrator.step("choices") { connection in
            try connection.execute(choices)
        }
        migrator.step("left out dates") { connection in
            try connection.execute(LeftOutDates.schema)
        }
        migrator.step("changes") { connection in
            try connection.execute(ChangeTable.schema)
        }
        migrator.step("calendars") { connection in
            try connection.execute(calendars)
        }
        migrator.step("runs of commands") { connection in
            try connection.execute(RunTable.schema)
        }
        migrator.step("warnings") { connection in
            try connection.execute(warnings)
        }
        migrator.step("nags") { connection in
            try connection.execute(NagTable.schema)
        }
        migrator.step("versions of events") { connection in
            try connection.execute(versions)
        }
        migrator.step("carried out calls") { connection in
            try connection.execute(Store.carriedOutSchema)
        }
        migrator.step("look-ups") { connection in
            try connection.execute(lookUps)
        }
        migrator.step("senders") { connection in
            try connection.execute(Store.senders)
        }
        return migrator
    }

    // What is due at once and waits, which a start reads in order; the deliveries that are not only listed, of which a
    // start reads those of each state; identifiers without their app; and the requests that were snoozed, by the
    // condition of `Store.snoozed(of:)`. Without these each reads all rows.
    private static let lookUps = """
        CREATE INDEX pendingImmediate ON pending (due, id) WHERE listed = 0 AND rule IS NULL;
        DROP INDEX deliveredByState;
        CREATE INDEX deliveredByState ON delivered (state, id) WHERE state != 'listed';
        CREATE INDEX pendingByIdentifier ON pending (identifier);
        CREATE INDEX deliveredByIdentifier ON delivered (identifier);
        CREATE INDEX pendingSnoozed ON pending (app, identifier)
            WHERE instr(identifier, '.snoozed') > 0;
        CREATE INDEX deliveredSnoozed ON delivered (app, identifier)
            WHERE instr(identifier, '.snoozed') > 0;
        """

    // `shown` is 0 for a date without a bubble of its own, which counts towards `times` while the clock is past it.
    // `reached` is until when the dates were settled before the clock was set back; NULL if it was not. An unlisted
    // request with a rule has ended, and continues if the clock is set back.
    private static let clockSetBack = """
        ALTER TABLE occurrence ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE pending ADD COLUMN reached INTEGER;
        CREATE INDEX pendingReached ON pending (id) WHERE reached IS NOT NULL;
        """

    // `lead` is how long before its date the next warning of a request comes; NULL if none is left for this date. So a
    // warning moves with the date.
    private static let warnings = """
        ALTER TABLE pending ADD COLUMN lead INTEGER;
        CREATE INDEX pendingToWarnByWall ON pending (due - lead, id)
            WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NULL;
        CREATE INDEX pendingToWarnByBoot ON pending (bootDue - lead, id)
            WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NOT NULL;
        CREATE INDEX pendingToWarnAwake ON pending (due - lead)
            WHERE wake = 1 AND lead IS NOT NULL AND paused = 0;
        """

    // The requests that were made of events, with the calendar that may change them; empty for none. They stay while
    // the event is in a file, so that what the user removed does not come again. A calendar is a name of
    // `import --sync`, or the path of one that is followed; an event is in each file that has it.
    private static let calendars = """
        CREATE TABLE eventRequest (
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            uid TEXT NOT NULL,
            part TEXT NOT NULL,
            digest TEXT NOT NULL,
            calendar TEXT NOT NULL,
            PRIMARY KEY (app, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX eventRequestByUID ON eventRequest (uid);
        CREATE TABLE calendar (
            name TEXT PRIMARY KEY,
            follows INTEGER NOT NULL,
            trusts INTEGER NOT NULL,
            requestFile TEXT,
            problems TEXT NOT NULL,
            read INTEGER
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
            PRIMARY KEY (uid, calendar, file)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX calendarEventByFile ON calendarEvent (calendar, file);
        """

    // `revisions` is which versions of an event a file has; the file and the calendar are empty for an import without a
    // name, which is remembered up to `until`, as what was shown of an event is. `alarm` is the date of a request that
    // has no other one.
    private static let versions = """
        ALTER TABLE calendarEvent ADD COLUMN revisions TEXT NOT NULL DEFAULT '';
        ALTER TABLE calendarEvent ADD COLUMN until INTEGER;
        ALTER TABLE eventRequest ADD COLUMN alarm INTEGER;
        ALTER TABLE eventRequest ADD COLUMN until INTEGER;
        ALTER TABLE calendar ADD COLUMN addresses TEXT NOT NULL DEFAULT '';
        """

    // The user's choice and its result in one line.
    private static let choices = """
        ALTER TABLE history ADD COLUMN action TEXT;
        ALTER TABLE history ADD COLUMN actionTitle TEXT;
        ALTER TABLE history ADD COLUMN userText TEXT;
        ALTER TABLE history ADD COLUMN url TEXT;
        ALTER TABLE history ADD COLUMN problem TEXT;
        """

    // The number of pending requests, because counting a million rows takes longer than the rest of a start. Rows
    // that `INSERT OR REPLACE` deletes would not be subtracted. The column may be NULL, although it never is: if a
    // trigger can fail, SQLite copies each page that a statement changes.
    private static let pendingCounter = """
        CREATE TABLE tally (
            list TEXT PRIMARY KEY,
            count INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO tally SELECT 'pending', COUNT(*) FROM pending WHERE listed = 1;
        CREATE TRIGGER pendingAdded AFTER INSERT ON pending WHEN NEW.listed = 1 BEGIN
            UPDATE tally SET count = count + 1 WHERE list = 'pending';
        END;
        CREATE TRIGGER pendingGone AFTER DELETE ON pending WHEN OLD.listed = 1 BEGIN
            UPDATE tally SET count = count - 1 WHERE list = 'pending';
        END;
        """

    // The indexes for a fast start: the zones of requests, the few unlisted requests, and the intervals that no other
    // index has.
    private static let quickStart = """
        CREATE INDEX pendingByZone ON pending (zone) WHERE zone IS NOT NULL;
        CREATE INDEX pendingUnlisted ON pending (id) WHERE listed = 0;
        CREATE INDEX pendingIntervalAside ON pending (id)
            WHERE rule IS NULL AND place IS NULL AND (bootDue IS NULL OR paused = 1);
        """

    // The content of each file when its request was added.
    private static let requestFiles = """
        CREATE TABLE requestFile (
            identifier TEXT PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // `place` is the side of a region's border on which the machine was last: 0 not known, 1 inside, 2
    // outside; NULL if the request waits for no place. `crossing` is what made it due.
    private static let places = """
        ALTER TABLE pending ADD COLUMN place INTEGER;
        ALTER TABLE pending ADD COLUMN crossing BLOB;
        CREATE INDEX pendingAtPlace ON pending (id) WHERE place IS NOT NULL;
        ALTER TABLE delivered ADD COLUMN crossing BLOB;
        """

    // The Add calls with an idempotency key, with their replies. Numbers are never reused, so the smallest are the
    // oldest.
    private static let idempotentAdds = """
        CREATE TABLE answeredAdd (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            key TEXT NOT NULL,
            reply BLOB NOT NULL,
            UNIQUE (app, key)
        ) STRICT;
        """

    // The name of the folder with the request's attachments; requests with the same attachments may share one.
    private static let attachments = """
        ALTER TABLE pending ADD COLUMN attachments TEXT;
        ALTER TABLE delivered ADD COLUMN attachments TEXT;
        CREATE INDEX pendingWithAttachments ON pending (attachments)
            WHERE attachments IS NOT NULL;
        CREATE INDEX deliveredWithAttachments ON delivered (attachments)
            WHERE attachments IS NOT NULL;
        """

    // Instants are microseconds since 1970. `boot` and `bootDue` are the due time of an interval on the
    // clock since boot; `listed` is 0 for a request that is shown at once and never counts as pending. Numbers
    // are never reused, because a late answer of the server may refer to an ended delivery.
    private static let first = """
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
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX pendingByDue ON pending (due, id);
        CREATE INDEX pendingByBootDue ON pending (bootDue, id) WHERE bootDue IS NOT NULL;
        CREATE INDEX pendingByWallDue ON pending (due, id) WHERE bootDue IS NULL;
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
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX deliveredByBubble ON delivered (owner, bubble) WHERE owner IS NOT NULL;
        CREATE INDEX deliveredByState ON delivered (state) WHERE state IN ('delivering', 'unknown');
        CREATE TABLE fact (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            title TEXT NOT NULL,
            event TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX historyByDate ON history (at);
        """

    // The responses that wait for an unlocked session. Numbers are never reused, so the smallest are the oldest.
    private static let heldResponses = """
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

    private static let categories = """
        CREATE TABLE category (
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            record BLOB NOT NULL,
            PRIMARY KEY (app, identifier)
        ) STRICT, WITHOUT ROWID;
        """

    // `rule` and the columns after it repeat parts of the record, so that dates are computed without decoding
    // it. Before this step a request's date was the first one after `settled`.
    private static let second = """
        ALTER TABLE pending ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
        UPDATE pending SET settled = due - 1;
        ALTER TABLE pending ADD COLUMN fired INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE pending ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE pending ADD COLUMN wake INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE pending ADD COLUMN grammar TEXT;
        ALTER TABLE pending ADD COLUMN rule TEXT;
        ALTER TABLE pending ADD COLUMN zone TEXT;
        ALTER TABLE pending ADD COLUMN monthEnd INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE pending ADD COLUMN until INTEGER;
        DROP INDEX pendingByBootDue;
        DROP INDEX pendingByWallDue;
        CREATE INDEX pendingByBootDue ON pending (bootDue, id)
            WHERE bootDue IS NOT NULL AND paused = 0;
        CREATE INDEX pendingByWallDue ON pending (due, id) WHERE bootDue IS NULL AND paused = 0;
        CREATE INDEX pendingToWake ON pending (due) WHERE wake = 1 AND paused = 0;
        ALTER TABLE delivered ADD COLUMN firstScheduled INTEGER;
        ALTER TABLE delivered ADD COLUMN occurrences INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE delivered ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN scheduled INTEGER;
        CREATE INDEX historyByRequest ON history (app, identifier, id);
        CREATE TABLE occurrence (
            id INTEGER PRIMARY KEY,
            request INTEGER NOT NULL,
            scheduled INTEGER NOT NULL,
            UNIQUE (request, scheduled)
        ) STRICT;
        """

    // The responses that apps have not received yet, serialized. `started` is 1 if the app was started for it or
    // cannot be.
    private static let responses = """
        CREATE TABLE response (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            record BLOB NOT NULL,
            started INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX responseByApp ON response (app, id);
        """

    // `permission` is NULL without a decision. An app without a row has no badge.
    private static let apps = """
        CREATE TABLE app (
            id TEXT PRIMARY KEY,
            permission TEXT,
            badge INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """
}

extension Migrator {
    /// Adds a step, which runs in one transaction.
    fileprivate mutating func step(
        _ name: String,
        _ body: @escaping Body
    ) {
        add(name) { connection in
            try body(connection)
            CrashPoint.reached(.migrating)
        }
    }
}
