import SQLiteBridge

/// The tables of the store, as a sequence of steps that only grows.
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
            // The bits of PresentationOptions; NULL where it is shown as it is.
            try connection.execute("ALTER TABLE delivered ADD COLUMN presentation INTEGER")
        }
        migrator.step("answered calls of Add") { connection in
            try connection.execute(answeredAdds)
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
            try connection.execute(tally)
        }
        migrator.step("clock set back and forward") { connection in
            try connection.execute(clockSetBack)
        }
        migrator.step("choices") { connection in
            try connection.execute(choices)
        }
        return migrator
    }

    // `shown` is 0 for a date of which no bubble told by itself and that counts towards `times`, as long as the clock
    // is past it. `reached` is up to where the dates were dealt with before the clock was set back; NULL where it was
    // not. A request with a rule that is not listed has come to its end, and goes on where the clock is set back.
    private static let clockSetBack = """
        ALTER TABLE occurrence ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE pending ADD COLUMN reached INTEGER;
        CREATE INDEX pendingReached ON pending (id) WHERE reached IS NOT NULL;
        """

    // What the user chose, in one line with what came of it.
    private static let choices = """
        ALTER TABLE history ADD COLUMN action TEXT;
        ALTER TABLE history ADD COLUMN actionTitle TEXT;
        ALTER TABLE history ADD COLUMN userText TEXT;
        ALTER TABLE history ADD COLUMN url TEXT;
        ALTER TABLE history ADD COLUMN problem TEXT;
        """

    // How many requests are pending, since counting a million takes longer than all else of a start. A row that goes
    // by `INSERT OR REPLACE` would not be counted off. The count may be NULL, though it never is: where a trigger may
    // fail, SQLite keeps a copy of each page that a statement changes.
    private static let tally = """
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

    // What a start asks for, whatever else there is: the zones of requests, the few that are not listed, and the
    // intervals that no other index has.
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
    // outside; NULL where a request waits for no place. `crossing` is what made it due.
    private static let places = """
        ALTER TABLE pending ADD COLUMN place INTEGER;
        ALTER TABLE pending ADD COLUMN crossing BLOB;
        CREATE INDEX pendingAtPlace ON pending (id) WHERE place IS NOT NULL;
        ALTER TABLE delivered ADD COLUMN crossing BLOB;
        """

    // The calls of Add that had a key, with their replies; a number is never given twice, so that the
    // oldest are known.
    private static let answeredAdds = """
        CREATE TABLE answeredAdd (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            key TEXT NOT NULL,
            reply BLOB NOT NULL,
            UNIQUE (app, key)
        ) STRICT;
        """

    // The name of the folder that holds the request's files; requests that show the same may share one.
    private static let attachments = """
        ALTER TABLE pending ADD COLUMN attachments TEXT;
        ALTER TABLE delivered ADD COLUMN attachments TEXT;
        CREATE INDEX pendingWithAttachments ON pending (attachments)
            WHERE attachments IS NOT NULL;
        CREATE INDEX deliveredWithAttachments ON delivered (attachments)
            WHERE attachments IS NOT NULL;
        """

    // Instants are microseconds since 1970. `boot` and `bootDue` hold the due time of an interval on the
    // clock that runs since boot; `listed` is 0 for what is shown at once and never counts as pending. A
    // number is never given twice: a late answer of the server may still name a delivery that has ended.
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

    // What waits for an unlocked session. A number is never given twice, so that the oldest are known.
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

    // `rule` and what follows it repeat parts of the record, so that new dates are planned without
    // reading it. Before this step a request's date was the first one after `settled`.
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

    // What apps have not heard yet, as it crosses the bus. `started` is 1 where all has been done to have
    // the app hear it.
    private static let responses = """
        CREATE TABLE response (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            record BLOB NOT NULL,
            started INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX responseByApp ON response (app, id);
        """

    // `permission` is NULL where nobody has decided, and an app without a row has no badge either.
    private static let apps = """
        CREATE TABLE app (
            id TEXT PRIMARY KEY,
            permission TEXT,
            badge INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """
}

extension Migrator {
    /// Adds a step, which is done whole or not at all.
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
