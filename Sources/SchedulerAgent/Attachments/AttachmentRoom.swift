import GLibBridge
import NotifyCore

/// The room for further files of an app.
struct AttachmentRoom: Sendable {
    /// The names of the folders of its requests.
    let folders: Set<String>
    /// The maximum size in bytes.
    let limit: Int64
    /// The error for files beyond the limit.
    let refusal: RequestError
}

/// The counted files, each once.
struct CountedFiles {
    private struct Number: Hashable {
        let device: UInt64
        let number: UInt64
    }

    private var numbers: Set<Number> = []
    private(set) var bytes: Int64 = 0

    /// Counts a file, unless it was counted.
    mutating func add(_ status: OpenFile.Status) {
        guard status.isRegular else { return }
        let number = Number(device: status.device, number: status.number)
        if numbers.insert(number).inserted { bytes += status.size }
    }
}
