package import NotifyCore

/// Which version of an event a file has, so that an older one does not replace a newer one (RFC 5546, section 2.1.5).
package struct EventRevision: Record, Hashable, Sendable {
    /// The beginning of the names of the parts that it is about: those of the event, or of one of its dates.
    package var part: String
    /// The file of the calendar that has it; empty for the only one.
    package var file: String
    /// `SEQUENCE`; `nil` if there is none, which counts as 0 where there is `DTSTAMP`.
    package var sequence: Int64?
    /// `DTSTAMP`.
    package var stamp: Instant?
    /// `LAST-MODIFIED`.
    package var modified: Instant?
    /// When the event is over, and its versions no longer matter; `nil` if that is not known.
    package var ends: Instant?

    /// Makes a revision.
    package init(
        part: String,
        file: String = "",
        sequence: Int64? = nil,
        stamp: Instant? = nil,
        modified: Instant? = nil,
        ends: Instant? = nil
    ) {
        self.part = part
        self.file = file
        self.sequence = sequence
        self.stamp = stamp
        self.modified = modified
        self.ends = ends
    }

    package static let recordName = "revision"
    package static var blank: Self { Self(part: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("part", .text, &part)
        try fields.optional("file", .text, &file, default: "")
        try fields.optional("sequence", .int64, &sequence)
        try fields.optional("stamp", .instant, &stamp)
        try fields.optional("modified", .instant, &modified)
        try fields.optional("ends", .instant, &ends)
    }

    /// Whether it says which version it is.
    package var isKnown: Bool { sequence != nil || stamp != nil || modified != nil }

    /// Whether it is certainly older than another one: by its `SEQUENCE`, then by when it was written.
    ///
    /// A version without both is as new as any other.
    package func isOlder(than other: EventRevision) -> Bool {
        guard isKnown, other.isKnown else { return false }
        let (own, others) = (sequence ?? 0, other.sequence ?? 0)
        if own != others { return own < others }
        if let stamp, let other = other.stamp, stamp != other { return stamp < other }
        if let modified, let other = other.modified { return modified < other }
        return false
    }

    /// Whether it is certainly the same version as another one.
    package func isSame(as other: EventRevision) -> Bool {
        isKnown && other.isKnown && !isOlder(than: other) && !other.isOlder(than: self)
    }

    /// The version in words, such as `SEQUENCE 2 of 2027-01-05T09:00:00Z`.
    package var words: String {
        let date = (stamp ?? modified).map { RFC3339.string($0, in: FixedZone.utc) }
        return (["SEQUENCE \(sequence ?? 0)"] + (date.map { ["of \($0)"] } ?? []))
            .joined(separator: " ")
    }
}

/// Until when the alarms of some parts of an event were dismissed in another program.
package struct EventAcknowledgement: Record, Hashable, Sendable {
    /// The beginning of the names of the parts; empty for all.
    package var part: String
    /// Alarms up to this date were dismissed.
    package var date: Instant

    /// Makes an acknowledgement.
    package init(part: String, date: Instant) {
        self.part = part
        self.date = date
    }

    package static let recordName = "acknowledgement"
    package static var blank: Self { Self(part: "", date: .distantPast) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("part", .text, &part)
        try fields.required("date", .instant, &date)
    }
}
