import AgentInterface
import NotifyCore

/// The files of a calendar that is followed, as lines of an export: of an event that several files have, the newest
/// version of each of its dates.
struct CalendarFolder {
    /// A file that was read.
    private struct File {
        let name: String
        let stamp: String
        /// The events; `nil` if the file is refused.
        var read: ReadEvents?
        var lines: [(key: RequestKey, bytes: [UInt8])] = []
        var problem = ""
    }

    private let now: Instant
    private let trusts: Bool
    private let addresses: [String]
    private var files: [File] = []

    init(now: Instant, trusts: Bool, addresses: [String]) {
        self.now = now
        self.trusts = trusts
        self.addresses = addresses
    }

    /// Reads a file; one that is refused has a problem, and its earlier events stay.
    ///
    /// One that takes too long ends the program.
    mutating func read(_ path: String, as name: String, stamp: String) {
        var file = File(name: name, stamp: stamp)
        FileDeadline.begin(bytes: 0)
        defer { FileDeadline.end() }
        do throws(RequestError) {
            let bytes = try CalendarFileProgram.bytes(of: path)
            FileDeadline.begin(bytes: bytes.count)
            var read = try CalendarFile.reader(
                of: bytes,
                now: now,
                trusts: trusts,
                addresses: addresses
            ).read
            file.lines = try CalendarFile.lines(of: read, now: now)
            // Only their lines are needed from here on.
            (read.requests, read.entries) = ([], [])
            for index in read.events.indices { read.events[index].setFile(name) }
            file.read = read
        } catch {
            file.problem = error.message
        }
        files.append(file)
    }

    /// Writes the lines.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if an entry cannot be written.
    mutating func write(_ put: ([UInt8]) -> Void) throws(RequestError) {
        var versions: [String: [EventParts]] = [:]
        var order: [String] = []
        for file in files {
            for event in file.read?.events ?? [] {
                if versions[event.uid, default: []].isEmpty { order.append(event.uid) }
                versions[event.uid, default: []].append(event)
            }
        }
        // The file of each request.
        var owners: [RequestKey: String] = [:]
        var events: [EventParts] = []
        for uid in order {
            let all = versions[uid] ?? []
            var event = all.count > 1 ? EventParts.merged(all) : all.first ?? EventParts(uid: uid)
            for request in event.requests where owners[request.key] != nil {
                let message = "another event has the identifier \(request.key.identifier.quoted)"
                note(message, of: event.file(of: request.part))
            }
            event.removeRequests { owners[$0.key] != nil }
            for request in event.requests { owners[request.key] = event.file(of: request.part) }
            events.append(event)
        }
        for file in files {
            for line in file.lines where owners[line.key] == file.name { put(line.bytes) }
        }
        for event in events { put(try CalendarFile.line(of: event.entry.record)) }
        for file in files { put(try CalendarFile.line(of: entry(of: file).record)) }
    }

    /// Notes what is left out of a file.
    private mutating func note(_ problem: String, of name: String) {
        guard let index = files.firstIndex(where: { $0.name == name }) else { return }
        let text = "\(problem); the event is skipped"
        files[index].read?.notes.add(text, kind: text, line: nil, isProblem: true)
    }

    private func entry(of file: File) -> FileEntry {
        guard let read = file.read else {
            return FileEntry(
                name: file.name,
                stamp: file.stamp,
                isPartial: true,
                isRefused: true,
                problem: file.problem
            )
        }
        return CalendarFile.entry(of: read, as: (file.name, file.stamp))
    }
}
