import GLibBridge
import NotifyCore

/// How much may be added to the files that an app has already.
struct AttachmentRoom: Sendable {
    /// The names of the folders of its requests.
    let folders: Set<String>
    /// How many bytes there may be.
    let limit: Int64
    /// Answers what is too much.
    let refusal: RequestError
}

/// The files that count, each once.
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
