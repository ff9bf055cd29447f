import Glibc

/// The write-ahead log of an agent that crashed, read before SQLite opens it.
///
/// SQLite uses the frames up to the first invalid one. It cannot know whether the log ends there or is damaged.
/// This check finds out from the frames after it and from the index (`-shm`), which has the number of
/// committed frames. All writes before a kill are in the log. After a power failure they may not be, and the
/// check does not apply.
///
/// The format is SQLite's ("Database File Format", 4; "WAL-mode File Format").
struct StoreLog {
    /// The problem; `nil` if there is none or nothing is lost by it.
    private(set) var problem: String?
    /// Whether it is damaged and already moved into the store's file.
    ///
    /// SQLite would overwrite new pages with old ones.
    private(set) var isNeedless = false

    /// Checks the log of a store.
    ///
    /// - Throws: ``Damage`` if the log exists and cannot be read.
    init(of path: String) throws {
        let index = LogIndex(path + "-shm")
        guard let status = StoreFile.status(of: path + "-wal") else {
            if index?.isNeeded(whenFramesAre: 0) == true {
                problem = "the write-ahead log is missing"
            }
            return
        }
        let file = try StoreFile(path + "-wal")
        guard let head = LogHead(try file.bytes(LogHead.length)) else {
            // Without a frame there is no commit.
            let hasFrames = Int(status.st_size) > LogHead.length + LogFrame.headLength
            if index?.isNeeded(whenFramesAre: 0) ?? hasFrames {
                problem = "the write-ahead log has lost its beginning"
            }
            return
        }
        try look(through: file, head, size: Int(status.st_size), index)
    }

    private mutating func look(
        through file: StoreFile,
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
                // An incomplete commit has no such frame.
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

/// The header of a log.
private struct LogHead {
    static let length = 32

    let pageSize: Int
    let salts: ArraySlice<UInt8>
    let checksum: LogChecksum
    /// The byte order of checksums.
    let order: LogChecksum.Order

    /// Reads a header; `nil` if it is damaged.
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

/// The header of a frame, which has one page of a commit.
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

/// The index of a log.
///
/// The kernel keeps it after a crash of the process.
private struct LogIndex {
    /// The number of committed frames.
    let committed: Int
    /// The number of frames that are in the store's file.
    let moved: Int
    let salts: ArraySlice<UInt8>

    private static let headLength = 48

    /// Reads an index; `nil` if there is none or it is incomplete.
    init?(_ path: String) {
        let length = 2 * Self.headLength + 4
        guard StoreFile.status(of: path) != nil, let file = try? StoreFile(path),
            let bytes = try? file.bytes(length), bytes.count == length,
            bytes[..<Self.headLength] == bytes[Self.headLength..<(2 * Self.headLength)],
            bytes[12] != 0
        else { return nil }
        // In native byte order, except for the salts.
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

    /// Whether frames are missing that are not in the store's file.
    func isNeeded(whenFramesAre count: Int) -> Bool {
        committed > count && moved < committed
    }
}

extension [UInt8] {
    /// Reads four bytes in the byte order of the format.
    fileprivate func number(at offset: Int) -> UInt32 {
        UInt32(bigEndian: native(at: offset))
    }

    /// Reads four bytes in native byte order.
    fileprivate func native(at offset: Int) -> UInt32 {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
