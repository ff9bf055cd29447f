import NotifyCore

/// What must hold for any parts of a request that a person writes.
enum WrittenCheck {
    private static let context = WrittenContext(
        now: Instant(seconds: 1_700_000_000),
        zones: ZoneSource(
            local: { FixedZone.utc },
            named: { FixedZone(named: $0) },
            dropAll: {}
        )
    )
    private static let blank = NotificationRequest(
        appID: "a",
        identifier: "x",
        content: NotificationContent()
    )

    /// Reads lines such as `on Tue 14:00`, each a part with its text.
    static func check(_ bytes: [UInt8]) {
        var written = WrittenRequest()
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let part = halves.first.flatMap(WrittenPart.init(rawValue:)) else { continue }
            written.add(part, halves.count > 1 ? halves[1] : "true")
        }
        guard let request = request(written), (try? request.validate()) != nil else { return }
        let first = WrittenRequest(request, in: context)
        // A time that no part describes is left out, and with it what needs one.
        guard first.setsTime || request.trigger == .immediate else { return }
        guard let again = self.request(first) else {
            preconditionFailure("it cannot be read again")
        }
        precondition(WrittenRequest(again, in: context) == first, "it reads otherwise than written")
    }

    private static func request(_ written: WrittenRequest) -> NotificationRequest? {
        do throws(WrittenError) {
            return try written.request(blank, in: context)
        } catch {
            for spelling in WrittenSpelling.allCases {
                precondition(!error.message(in: spelling).isEmpty, "a refusal without a reason")
            }
            return nil
        }
    }
}
