import NotifyCore

/// The connection, and the message that is being published, part by part.
struct Sending: Sendable {
    /// The time in which acknowledgements are collected, in microseconds.
    static let collection: Int64 = 300_000
    private static let pauses: ClosedRange<Int64> = 1_000_000...300_000_000

    /// A message that is being published.
    struct Current: Sendable {
        let message: UInt64
        let epoch: GroupEpoch
        let parts: [[UInt8]]
        /// The part that comes next.
        var next = 0
        /// The publication of that part, if it is on its way.
        var id: Publication.ID?
    }

    /// Whether everything was read, and the connection stands.
    private(set) var isConnected = false
    var current: Current?
    /// Whether the others are to be greeted.
    private(set) var greets = false
    /// The devices to which something is acknowledged.
    private(set) var acknowledged: Set<DeviceID> = []
    private var acknowledges: Instant?
    private var retry: Instant?
    private var pause = pauses.lowerBound
    private var lastID: UInt64 = 0

    /// Notes the connection: the others learn what this device has.
    mutating func connected() {
        isConnected = true
        greets = true
        retry = nil
    }

    mutating func disconnected() {
        isConnected = false
        current = nil
    }

    /// Has a message of a device acknowledged.
    mutating func acknowledge(_ device: DeviceID, _ now: Instant) {
        acknowledged.insert(device)
        acknowledges = acknowledges ?? now.advanced(byMicroseconds: Self.collection)
    }

    /// Has the others greeted again.
    mutating func greet() { greets = isConnected }

    /// Whether acknowledgements are due.
    func isAcknowledging(_ now: Instant) -> Bool {
        !acknowledged.isEmpty && acknowledges ?? now <= now
    }

    /// Notes that a greeting or acknowledgements are being sent; a greeting acknowledges everything.
    mutating func beganReceipts() {
        greets = false
        acknowledged = []
        acknowledges = nil
    }

    /// Whether something may be published now.
    mutating func isFree(_ now: Instant) -> Bool {
        if let retry, retry <= now { self.retry = nil }
        return isConnected && current == nil && retry == nil
    }

    /// Returns a new number for a publication.
    mutating func newID() -> Publication.ID {
        lastID += 1
        return Publication.ID(number: lastID)
    }

    /// Notes that the current part was published.
    ///
    /// - Returns: the message, if that was its last part.
    mutating func published(_ id: Publication.ID) -> UInt64? {
        guard var sending = current, sending.id == id else { return nil }
        pause = Self.pauses.lowerBound
        sending.next += 1
        sending.id = nil
        current = sending.next < sending.parts.count ? sending : nil
        return current == nil ? sending.message : nil
    }

    /// Notes that the current part was not published; the whole message is sent again.
    mutating func failed(_ id: Publication.ID, _ now: Instant) -> Bool {
        guard current?.id == id else { return false }
        current = nil
        retry = now.advanced(byMicroseconds: pause)
        pause = min(pause * 2, Self.pauses.upperBound)
        return true
    }

    /// When something is sent that waits for a time; `nil` for none.
    func nextWake(_ repetition: Instant?) -> Instant? {
        guard isConnected, current == nil else { return nil }
        return retry ?? [acknowledges, repetition].compactMap { $0 }.min()
    }
}
