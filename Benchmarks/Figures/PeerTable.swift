/// Figures of ours beside those of what a user would take instead, with what is aimed at.
struct PeerTable {
    private var table = TextTable(["what", "ours", "peer", "ratio", "aim"])

    /// Adds a row.
    ///
    /// - Parameter aim: at most so many times the peer's; `nil` where the two are only stated.
    mutating func add(
        _ what: String,
        _ own: Double,
        beside peer: (name: String, value: Double),
        _ unit: String,
        digits: Int = 1,
        aim: Double? = nil,
        isAtLeast: Bool = false
    ) {
        let ratio = own / peer.value
        var words = ""
        if let aim {
            let isMet = isAtLeast ? ratio >= aim : ratio <= aim
            words = "\(isAtLeast ? "≥" : "≤") \(aim.text(1)) ×\(isMet ? "" : ", missed")"
        }
        table.add([
            what, "\(own.text(digits)) \(unit)", "\(peer.name) \(peer.value.text(digits)) \(unit)",
            "\(ratio.text(2)) ×", words,
        ])
    }

    /// Adds a row of times with their medians, and what eight of ten of them were between.
    ///
    /// - Parameters:
    ///   - own: our times, in milliseconds.
    ///   - aim: at most so many times the peer's; `nil` where the two are only stated.
    mutating func add(
        _ what: String,
        _ own: Samples,
        beside peer: (name: String, times: Samples),
        aim: Double? = nil
    ) {
        let ratio = own.median / peer.times.median
        let words = aim.map { "≤ \($0.text(1)) ×\(ratio <= $0 ? "" : ", missed")" } ?? ""
        table.add([
            what, own.spread, "\(peer.name) \(peer.times.spread)", "\(ratio.text(2)) ×", words,
        ])
    }

    /// Adds a row without a peer.
    mutating func add(_ what: String, _ own: String, aim: String = "") {
        table.add([what, own, "", "", aim])
    }

    var text: String { table.text }
}
