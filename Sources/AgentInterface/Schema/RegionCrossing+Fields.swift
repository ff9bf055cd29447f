package import NotifyCore

extension RegionCrossing: Record {
    package static let recordName = "crossing"
    package static var blank: Self {
        Self(kind: .entry, date: Instant(microseconds: 0), accuracy: 0)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("kind", .choice, &kind)
        try fields.required("date", .instant, &date)
        try fields.required("accuracy", .number, &accuracy)
    }
}
