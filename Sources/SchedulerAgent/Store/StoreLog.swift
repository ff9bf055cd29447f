import GLibBridge
import Glibc

/// The write-ahead log that an agent left which came to a sudden end, read before SQLite opens it.
///
/// SQLite takes the frames up to the first one that does not fit, and cannot know whether that is where the
/// agent ended or damage with more behind it. Here that is found out, by what stands behind it and by the
/// index (`-shm`), which says how many frames were committed. What was written before a kill is all there; it
/// need not be after a power cut, where nothing of this is known.
///
/// The format is SQLite's ("Database File Format", 4; "WAL-mode File Format").
struct StoreLog {
    /// What is wrong with the log; `nil` if nothing is, or where nothing is lost by it.
    private(set) var problem: String?
    /// Whether it is damaged and all of it is in the store's file: SQLite would put old pages over new ones.
    private(set) var isNeedless = false

    /// Looks through the log of a store.
    ///
    /// - Parameter path: the store's file.
    /// - Throws: ``GLibBridge/SystemError`` where the log is there and cannot be read.
    init(of path: String) throws {
        let index = LogIndex(path + "-shm")
        guard let status = OpenFile.status(of: path + "-wal") else {
            if index?.isNeeded(whenFramesAre: 0) == true {
                problem = "the write-ahead log is missing"
            }
            return
        }
        let file = try OpenFile(reading: path + "-wal")
        guard let head = LogHead(try file.start(LogHead.length)) else {
            // Without a frame nothing was committed.
            let hasFrames = status.size > LogHead.length + LogFrame.headLength
            if index?.isNeeded(whenFramesAre: 0) ?? hasFrames {
                problem = "the write-ahead log has lost its beginning"
            }
            return
        }
        try look(through: file, head, size: Int(status.size), index)
    }

    private mutating func look(
        through file: OpenFile,
        _ head: LogHead,
        size: Int,
        _ index: LogIndex?
    ) throws {
        let length = LogFrame.headLength + head.pageSize
        let count = (size - LogHead.length) / length
        var sum = head.checksum
        var (whole, committed) = (0, 0)
        var lastCommit: Int?
        var isWhole = true
        for number in 0..<max(0, count) {
            let offset = LogHead.length + number * length
            let bytes = try file.bytes(isWhole ? length : LogFrame.headLength, at: offset)
            guard let frame = LogFrame(bytes) else { break }
            let isOfThisRound = frame.salts == head.salts
            if isWhole {
                sum.add(bytes[..<8], head.order)
                sum.add(bytes[LogFrame.headLength...], head.order)
                isWhole = isOfThisRound && frame.page > 0 && frame.checksum == sum
            }
            if isWhole {
                whole = number + 1
                if frame.isCommit { committed = whole }
            } else if number > whole, isOfThisRound, frame.isCommit {
                // Of a commit that did not come to its end there is no such frame.
                lastCommit = number + 1
            }
        }
        let known = index.flatMap { $0.salts == head.salts ? $0 : nil }
        guard lastCommit != nil || known.map({ $0.committed > committed }) == true else { return }
        if let known, !known.isNeeded(whenFramesAre: 0) {
            isNeedless = true
            return
        }
        let end = max(known?.committed ?? 0, lastCommit ?? 0)
        problem = "the write-ahead log is damaged from frame \(whole + 1) of \(end) on"
    }
}

/// The head of a log.
private struct LogHead {
    static let length = 32

    let pageSize: Int
    let salts: ArraySlice<UInt8>
    let checksum: LogChecksum
    /// In which order checksums take bytes.
    let order: LogChecksum.Order

    /// Reads a head; `nil` if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        switch bytes.number(at: 0) {
        case 0x377F_0682: order = .little
        case 0x377F_0683: order = .big
        default: return nil
        }
        pageSize = Int(bytes.number(at: 8))
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        salts = bytes[16..<24]
        checksum = LogChecksum(bytes.number(at: 24), bytes.number(at: 28))
        var sum = LogChecksum()
        sum.add(bytes[..<24], order)
        guard sum == checksum else { return nil }
    }
}

/// The head of a frame, which is one page as a commit leaves it.
private struct LogFrame {
    static let headLength = 24

    let page: UInt32
    /// Whether it is the last one of a commit.
    let isCommit: Bool
    let salts: ArraySlice<UInt8>
    let checksum: LogChecksum

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headLength else { return nil }
        page = bytes.number(at: 0)
        isCommit = bytes.number(at: 4) != 0
        salts = bytes[8..<16]
        checksum = LogChecksum(bytes.number(at: 16), bytes.number(at: 20))
    }
}

/// SQLite's checksum of a log, over words of four bytes, two at a time.
private struct LogChecksum: Equatable {
    enum Order {
        case little, big
    }

    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init() {}

    init(_ first: UInt32, _ second: UInt32) {
        self.first = first
        self.second = second
    }

    mutating func add(_ bytes: ArraySlice<UInt8>, _ order: Order) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                let words = (
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                first &+= (order == .big ? words.0.bigEndian : words.0.littleEndian) &+ second
                second &+= (order == .big ? words.1.bigEndian : words.1.littleEndian) &+ first
            }
        }
    }
}

/// What the index of a log says: the kernel keeps it whatever becomes of the process.
private struct LogIndex {
    /// How many frames were committed.
    let committed: Int
    /// How many of them are in the store's file already.
    let moved: Int
    let salts: ArraySlice<UInt8>

    private static let headLength = 48

    /// Reads an index; `nil` if there is none, or where it was being written.
    init?(_ path: String) {
        let length = 2 * Self.headLength + 4
        guard OpenFile.status(of: path) != nil, let file = try? OpenFile(reading: path),
            let bytes = try? file.start(length), bytes.count == length,
            bytes[..<Self.headLength] == bytes[Self.headLength..<(2 * Self.headLength)],
            bytes[12] != 0
        else { return nil }
        // In the order of the machine, but for the salts.
        #if _endian(little)
        let order = LogChecksum.Order.little
        #else
        let order = LogChecksum.Order.big
        #endif
        var sum = LogChecksum()
        sum.add(bytes[..<40], order)
        guard sum == LogChecksum(bytes.native(at: 40), bytes.native(at: 44)) else { return nil }
        committed = Int(bytes.native(at: 16))
        moved = Int(bytes.native(at: 2 * Self.headLength))
        salts = bytes[32..<40]
    }

    /// Whether frames are gone that are nowhere else.
    func isNeeded(whenFramesAre count: Int) -> Bool {
        committed > count && moved < committed
    }
}

extension OpenFile {
    /// The bytes from an offset on; fewer where it ends there.
    fileprivate func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let length = pread(descriptor, &buffer, count, off_t(offset))
        guard length >= 0 else {
            throw SystemError(number: errno, doing: "read the write-ahead log")
        }
        return length == count ? buffer : Array(buffer.prefix(length))
    }
}

extension [UInt8] {
    /// Four bytes as the format has them.
    fileprivate func number(at offset: Int) -> UInt32 {
        UInt32(bigEndian: native(at: offset))
    }

    /// Four bytes as the machine has them.
    fileprivate func native(at offset: Int) -> UInt32 {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
