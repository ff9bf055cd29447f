import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Hands entries to the agent, some at a time.
struct ImportBatch {
    /// As much goes along with one call; the agent takes 128 files of a caller at a time.
    private static let most = (entries: 1_000, bytes: 1 << 20, files: 64)

    private let client: AgentClient
    private let isDryRun: Bool
    private var entries: [Variant] = []
    private var files: [OpenFile] = []
    private var bytes = 0

    init(_ client: AgentClient, isDryRun: Bool) {
        self.client = client
        self.isDryRun = isDryRun
    }

    /// Adds an entry of an export.
    mutating func add(_ line: [UInt8], number: Int) throws {
        if entries.count >= Self.most.entries || bytes >= Self.most.bytes
            || files.count + RequestLimits.attachments > Self.most.files
        {
            try send(isLast: false)
        }
        var brought: [OpenFile] = []
        let count = files.count
        let entry = try TransferFormat.entry(line, number: number) {
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
        entries.append(entry)
        files += brought
        bytes += entry.size
    }

    /// Hands over the last entries: now all of them count.
    mutating func finish() throws -> ImportReply {
        try send(isLast: true)
    }

    @discardableResult
    private mutating func send(isLast: Bool) throws -> ImportReply {
        let reply: ImportReply
        do {
            reply = try client.importEntries(
                entries,
                files: files,
                isLast: isLast,
                isDryRun: isDryRun
            )
        } catch let error as RequestError where error.code == .malformed {
            // It is the file that is not of the form, and no program.
            throw RequestError(.invalidContent, error.message)
        }
        entries.removeAll(keepingCapacity: true)
        files.removeAll()
        bytes = 0
        return reply
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
