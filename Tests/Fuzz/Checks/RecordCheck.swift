import AgentInterface
import GLibBridge
import NotifyCore

/// What must hold for any record that comes over the bus.
///
/// The first byte says which record it is; with 0 the rest is a text in GVariant's text format.
enum RecordCheck {
    static func check(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        guard kind % 7 != 0 else {
            if let value = Variant(text: String(decoding: rest, as: UTF8.self)) {
                check(value, kind: 1)
            }
            return
        }
        guard let record = Variant.dictionary(serialized: rest) else { return }
        precondition(Variant.dictionary(serialized: record.serialized) == record)
        check(record, kind: kind % 7)
    }

    private static func check(_ record: Variant, kind: UInt8) {
        switch kind {
        case 1:
            checkRequest(record)
        case 2:
            guard let category = try? NotificationCategory(record: record) else { return }
            guard (try? category.validate()) != nil else { return }
            precondition(
                (try? NotificationCategory(record: category.record))?.record == category.record,
                "a category reads otherwise than written"
            )
        case 3: _ = try? PendingRequest(entry: record)
        case 4: _ = try? DeliveredNotification(entry: record)
        case 5: _ = try? ImportEntry(record: record)
        default:
            _ = try? RequestEvent(record: record)
        }
    }

    private static func checkRequest(_ record: Variant) {
        guard let request = try? NotificationRequest(record: record),
            (try? request.validate()) != nil
        else { return }
        // As records: a number that is none is not equal to itself.
        precondition(
            (try? NotificationRequest(record: request.record))?.record == request.record,
            "a request reads otherwise than written"
        )
        let now = Instant(seconds: 1_700_000_000)
        _ = request.trigger.nextDate(after: now, added: now, in: FixedZone.utc)
        _ = request.words(in: FixedZone.utc, after: .distantPast)
    }
}
