import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Hands entries to the agent, some at a time: it takes the ones in while the next are read.
struct ImportBatch {
    /// As much goes along with one call: the agent is busy for some milliseconds with it, and takes 128 files
    /// of a caller at a time.
    private static let most = (entries: 500, bytes: 1 << 20, files: 64)

    private let client: AgentClient
    private let isDryRun: Bool
    private var entries: [[UInt8]] = []
    private var files: [OpenFile] = []
    private var bytes = 0
    private var underWay: Sending?

    init(_ client: AgentClient, isDryRun: Bool) {
        self.client = client
        self.isDryRun = isDryRun
    }

    /// Adds an entry of an export.
    mutating func add(_ line: [UInt8], number: Int) throws {
        if entries.count >= Self.most.entries || bytes >= Self.most.bytes
            || files.count + RequestLimits.attachments > Self.most.files
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
                        "a notification may have \(RequestLimits.attachments) attachments at most"
                    )
                }
                brought.append(try Self.file(bytes))
                return Int32(count + brought.count - 1)
            }
        } catch {
            // What the agent refuses stands further up in the file.
            try settle()
            throw error
        }
        let record = entry.serialized
        entries.append(record)
        files += brought
        bytes += record.count
    }

    /// Hands over the last entries: now all of them count.
    mutating func finish() throws -> ImportReply {
        try settle()
        return try begin(isLast: true).reply()
    }

    private mutating func send() throws {
        try settle()
        underWay = begin(isLast: false)
    }

    /// Waits for the call that is under way: the last one must not be sent where another was refused.
    private mutating func settle() throws {
        let last = underWay
        underWay = nil
        _ = try last?.reply()
    }

    private mutating func begin(isLast: Bool) -> Sending {
        defer {
            entries.removeAll(keepingCapacity: true)
            files.removeAll()
            bytes = 0
        }
        return Sending { [client, isDryRun, entries, files] in
            try client.importEntries(entries, files: files, isLast: isLast, isDryRun: isDryRun)
        }
    }

    /// A file without a name that holds some bytes.
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

/// A call of `Import` that is under way.
private struct Sending {
    private let work: WorkBeside<Result<ImportReply, any Error>>

    init(_ call: @escaping @Sendable () throws -> ImportReply) {
        work = WorkBeside(name: "import") { Result { try call() } }
    }

    /// Waits for the agent's reply.
    func reply() throws -> ImportReply {
        do {
            return try work.wait().get()
        } catch let error as RequestError where error.code == .malformed {
            // It is the file that is not of the form, and no program.
            throw RequestError(.invalidContent, error.message)
        }
    }
}
