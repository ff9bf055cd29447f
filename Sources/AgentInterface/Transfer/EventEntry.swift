package import NotifyCore

/// A request that was made of an event of a calendar.
package struct EventRequest: Record, Hashable, Sendable {
    /// The request.
    package var key: RequestKey
    /// The part of the event that it was made of.
    package var part: String
    /// A digest of that part.
    package var digest: String
    /// Its date, if no other one follows.
    package var alarm: Instant?
    /// When the event is over, if it has one date or is under way: so long it is remembered what was shown of it.
    package var ends: Instant?
    /// Whether its time has passed while the event is not over, so that it is shown at once.
    package var isCurrent: Bool

    /// The number of the alarm of a request that an exported event has in it.
    package static let storedAlarm = 0

    /// Makes a request.
    package init(
        _ key: RequestKey,
        part: String,
        digest: String,
        alarm: Instant? = nil,
        ends: Instant? = nil,
        isCurrent: Bool = false
    ) {
        self.key = key
        self.part = part
        self.digest = digest
        self.alarm = alarm
        self.ends = ends
        self.isCurrent = isCurrent
    }

    package static let recordName = "request"
    package static var blank: Self {
        Self(RequestKey(appID: "", identifier: ""), part: "", digest: "")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var (app, identifier) = (key.appID, key.identifier)
        try fields.required("appID", .text, &app)
        try fields.required("identifier", .text, &identifier)
        try fields.required("part", .text, &part)
        try fields.required("digest", .text, &digest)
        try fields.optional("alarm", .instant, &alarm)
        try fields.optional("ends", .instant, &ends)
        try fields.optional("current", .flag, &isCurrent, default: false)
        if fields.isReading { key = RequestKey(appID: app, identifier: identifier) }
    }
}

/// The entry of an event of a calendar, in `Export` and `Import`: which requests are made of it.
package struct EventEntry: Record, Sendable {
    /// The maximum length of its identifier, in bytes: that of an app and a request's identifier at least.
    package static let maxUID = 1_024

    private var list = TransferList.events
    private var line: Int64?
    /// Its identifier, which is the same in all versions of the event.
    package private(set) var uid: String
    /// The beginnings of the parts that the event still has, with or without requests.
    package private(set) var present: [String]
    /// The beginnings of the parts whose earlier requests stay, because they could not be read.
    package private(set) var kept: [String]
    /// The beginnings of the parts that the entry is about; none for all.
    package private(set) var scope: [String]
    /// Its requests, which are entries as well.
    package private(set) var requests: [EventRequest]
    /// Which version of the event, and of each of its dates, the files have.
    package private(set) var revisions: [EventRevision]
    /// Alarms that were dismissed in another program.
    package private(set) var acknowledged: [EventAcknowledgement]

    /// Makes an entry.
    package init(
        uid: String,
        present: [String],
        kept: [String],
        scope: [String] = [],
        requests: [EventRequest],
        revisions: [EventRevision] = [],
        acknowledged: [EventAcknowledgement] = []
    ) {
        self.uid = uid
        self.present = present
        self.kept = kept
        self.scope = scope
        self.requests = requests
        self.revisions = revisions
        self.acknowledged = acknowledged
    }

    package static let recordName = "entry"
    package static var blank: Self { Self(uid: "", present: [], kept: [], requests: []) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("list", .choice, &list)
        try fields.optional("line", .int64, &line)
        try fields.required("uid", .text, &uid)
        try fields.optional("present", .texts, &present, default: [])
        try fields.optional("kept", .texts, &kept, default: [])
        try fields.optional("scope", .texts, &scope, default: [])
        try fields.list("requests", &requests)
        try fields.list("revisions", &revisions)
        try fields.list("acknowledged", &acknowledged)
    }

    /// Whether the event still has a part.
    package func has(_ part: String) -> Bool { present.contains { part.hasPrefix($0) } }

    /// Whether the earlier requests of a part stay.
    package func keeps(_ part: String) -> Bool {
        kept.contains { part.hasPrefix($0) }
            || !scope.isEmpty && !scope.contains { part.hasPrefix($0) }
    }
}

/// The entry of a calendar's file in `Import`: which events are in it.
package struct FileEntry: Record, Hashable, Sendable {
    private var list = TransferList.files
    private var line: Int64?
    /// Its name in the folder of the calendar; empty for the only one.
    package private(set) var name: String
    /// Distinguishes this version of the file from others.
    package private(set) var stamp: String
    /// The identifiers of its events.
    package private(set) var uids: [String]
    /// Whether it may have others, which could not be read.
    package private(set) var isPartial: Bool
    /// Whether it is gone.
    package private(set) var isGone: Bool
    /// Whether nothing of it could be read.
    package private(set) var isRefused: Bool
    /// What could not be read, a line each.
    package private(set) var problem: String
    /// Whether it has the same content as before, so that its events stay.
    package private(set) var isUnchanged: Bool

    /// Makes an entry.
    package init(
        name: String,
        stamp: String = "",
        uids: [String] = [],
        isPartial: Bool = false,
        isGone: Bool = false,
        isRefused: Bool = false,
        problem: String = "",
        isUnchanged: Bool = false
    ) {
        self.name = name
        self.stamp = stamp
        self.uids = uids
        self.isPartial = isPartial
        self.isGone = isGone
        self.isRefused = isRefused
        self.problem = problem
        self.isUnchanged = isUnchanged
    }

    package static let recordName = "entry"
    package static var blank: Self { Self(name: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("list", .choice, &list)
        try fields.optional("line", .int64, &line)
        try fields.required("name", .text, &name)
        try fields.optional("stamp", .text, &stamp, default: "")
        try fields.optional("uids", .texts, &uids, default: [])
        try fields.optional("partial", .flag, &isPartial, default: false)
        try fields.optional("gone", .flag, &isGone, default: false)
        try fields.optional("refused", .flag, &isRefused, default: false)
        try fields.optional("problem", .text, &problem, default: "")
        try fields.optional("unchanged", .flag, &isUnchanged, default: false)
    }
}
