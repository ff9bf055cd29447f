import AgentInterface
import GLibBridge
import NotifyCore

/// A value of userInfo as `--json` prints it: dates in RFC 3339, bytes in base64.
struct PropertyReport: Encodable {
    private let value: PropertyValue

    init(_ value: PropertyValue) {
        self.value = value
    }

    /// The value as text: a string as it is, anything else as JSON.
    var words: String {
        if case .string(let text) = value { return text }
        return (try? JSONOutput.line(self)) ?? ""
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .real(let number) where number.isFinite: try container.encode(number)
        case .real(let number): try container.encode("\(number)")
        case .string(let text): try container.encode(text)
        case .date(let seconds): try container.encode(Self.date(seconds))
        case .data(let bytes): try container.encode(Base64.encoded(bytes))
        case .null: try container.encodeNil()
        case .array(let values): try container.encode(values.map(PropertyReport.init))
        case .dictionary(let values): try container.encode(values.mapValues(PropertyReport.init))
        }
    }

    private static func date(_ seconds: Double) -> String {
        guard let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) else {
            return "\(seconds)"
        }
        let instant = Instant(microseconds: microseconds)
        guard (Instant.distantPast...Instant.distantFuture).contains(instant) else {
            return "\(seconds)"
        }
        return RFC3339.string(instant, in: FixedZone.utc)
    }
}
