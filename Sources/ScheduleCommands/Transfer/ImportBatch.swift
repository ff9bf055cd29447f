import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Sends entries to the agent in batches; the agent handles one while the next is read.
struct ImportBatch {
    /// The size of a batch: the agent handles it in some milliseconds, and accepts at most 128 files of a
    /// caller at a time.
    private static let max = (entries: 500, bytes: 1 << 20, files: 64)

    private let client: AgentClient
    private let isDryRun: Bool
    private let replaces: Bool
    private let isForeign: Bool
    private let calendar: CalendarImport?
    private var entries: [[UInt8]] = []
    private var files: [OpenFile] = []
    private var bytes = 0
    private var underWay: Sending?
    private var parts = 0

    /// The error that the agent which had the first entries has ended, so that all have to be sent again.
    private struct Lost: Error {}

    /// Sends an import, and once more if its agent ended meanwhile.
    ///
    /// - Parameters:
    ///   - isDryRun: whether the entries are only checked.
    ///   - replaces: whether they replace other requests of the user's that have their identifiers.
    ///   - isForeign: whether they are of a calendar that is not trusted.
    ///   - calendar: the calendar of the import, if it is named.
    /// - Throws: ``NotifyCore/RequestError``, ``AgentInterface/AgentUnreachable`` and the errors of `body`; nothing is
    ///   stored then.
    static func send(
        to client: AgentClient,
        isDryRun: Bool,
        replaces: Bool = false,
        isForeign: Bool = false,
        calendar: CalendarImport? = nil,
        _ body: (inout ImportBatch) throws -> Void
    ) throws -> ImportReply {
        for _ in 0..<2 {
            var batch = ImportBatch(
                client,
                isDryRun,
                replaces: replaces,
                isForeign: isForeign,
                calendar
            )
            do {
                try body(&batch)
                return try batch.finish()
            } catch is Lost {}
        }
        throw AgentUnreachable(
            "the agent ended twice during the import, and nothing was imported; try again"
        )
    }

    private init(
        _ client: AgentClient,
        _ isDryRun: Bool,
        replaces: Bool,
        isForeign: Bool,
        _ calendar: CalendarImport?
    ) {
        self.client = client
        self.isDryRun = isDryRun
        self.replaces = replaces
        self.isForeign = isForeign
        self.calendar = calendar
    }

    /// Adds an entry of an export.
    mutating func add(_ line: [UInt8], number: Int) throws {
        if entries.count >= Self.max.entries || bytes >= Self.max.bytes
            || files.count + RequestLimits.attachments > Self.max.files
        {
            try send()
        }
        var brought: [OpenFile] = []
        let count = files.count
        let entry: Variant
        do {
            entry = try TransferFormat.entry(line, number: number) {
                (bytes) throws(RequestError) in
                guard brought.count < RequestLimits.attachments else {
                    throw RequestError(
                        .invalidAttachment,
                        "a notification can have at most \(RequestLimits.attachments) attachments"
                    )
                }
                brought.append(try Self.file(bytes))
                return Int32(count + brought.count - 1)
            }
        } catch {
            // An entry that the agent refuses is further up in the file.
            try settle()
            throw error
        }
        let record = entry.serialized
        entries.append(record)
        files += brought
        bytes += record.count
    }

    /// Sends the last entries, which makes the import take effect.
    private mutating func finish() throws -> ImportReply {
        try settle()
        let reply = try begin(isLast: true).reply()
        guard !reply.isLost else { throw Lost() }
        return reply
    }

    private mutating func send() throws {
        try settle()
        underWay = begin(isLast: false)
    }

    /// Waits for the pending call, because the last batch must not be sent after a refused one.
    private mutating func settle() throws {
        let last = underWay
        underWay = nil
        if try last?.reply().isLost == true { throw Lost() }
    }

    private mutating func begin(isLast: Bool) -> Sending {
        defer {
            entries.removeAll(keepingCapacity: true)
            files.removeAll()
            bytes = 0
            parts += 1
        }
        return Sending {
            [client, isDryRun, replaces, isForeign, calendar, entries, files, parts] in
            try client.importEntries(
                entries,
                files: files,
                part: parts,
                isLast: isLast,
                isDryRun: isDryRun,
                replaces: replaces,
                isForeign: isForeign,
                calendar: isLast ? calendar : nil
            )
        }
    }

    /// Returns a file without a name that contains some bytes.
    private static func file(_ bytes: [UInt8]) throws(RequestError) -> OpenFile {
        do {
            let file = try CalendarConverter.temporaryFile()
            try OutputFile.write(bytes, to: file, named: "an attachment")
            return file
        } catch {
            throw RequestError(.storage, "\(error)")
        }
    }
}

/// A pending call of `Import`.
private struct Sending {
    private let work: BackgroundTask<Result<ImportReply, any Error>>

    init(_ call: @escaping @Sendable () throws -> ImportReply) {
        work = BackgroundTask(name: "import") { Result { try call() } }
    }

    /// Waits for the agent's reply.
    func reply() throws -> ImportReply {
        do {
            return try work.wait().get()
        } catch let error as RequestError where error.code == .malformed {
            // The invalid data is in the file, not in the call.
            throw error.coded(.invalidContent)
        }
    }
}
