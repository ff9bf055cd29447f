package import NotifyCore

/// A calendar whose events are remembered under a name, as in the reply to `Calendars`.
package struct CalendarEntry: Record, Sendable {
    /// Its name; the path of one that is followed.
    package private(set) var name: String
    /// Whether it is followed.
    package private(set) var follows: Bool
    /// Whether its clicks may open any URL.
    package private(set) var trusts: Bool
    /// The user's own addresses.
    package private(set) var addresses: [String]
    /// The file of `requests.d` that names it; `nil` for none.
    package private(set) var requestFile: String?
    /// How many events it has.
    package private(set) var events: Int
    /// When it was read last; `nil` if it never was.
    package private(set) var read: Instant?
    /// What could not be read, a sentence each.
    package private(set) var problems: [String]
    /// Its files with their stamps, if it was asked for by its name.
    package private(set) var files: [FileEntry]
    /// How many of its notifications are pending, if it was asked for by its name.
    package private(set) var pending: Int?
    /// Whether something of it is no longer pending before its time, if it was asked for by its name.
    package private(set) var lacksSome: Bool

    /// Makes an entry.
    package init(
        name: String,
        follows: Bool,
        trusts: Bool,
        addresses: [String] = [],
        requestFile: String?,
        events: Int,
        read: Instant?,
        problems: [String],
        files: [FileEntry],
        pending: Int? = nil,
        lacksSome: Bool = false
    ) {
        self.name = name
        self.follows = follows
        self.trusts = trusts
        self.addresses = addresses
        self.requestFile = requestFile
        self.events = events
        self.read = read
        self.problems = problems
        self.files = files
        self.pending = pending
        self.lacksSome = lacksSome
    }

    package static let recordName = "calendar"
    package static var blank: Self {
        Self(
            name: "",
            follows: false,
            trusts: false,
            requestFile: nil,
            events: 0,
            read: nil,
            problems: [],
            files: []
        )
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("name", .text, &name)
        try fields.written("follows", .flag, &follows, default: false)
        try fields.written("trusts", .flag, &trusts, default: false)
        try fields.optional("me", .texts, &addresses, default: [])
        try fields.optional("requestFile", .text, &requestFile)
        try fields.written("events", .int64, &events, default: 0)
        try fields.optional("read", .instant, &read)
        try fields.optional("problems", .texts, &problems, default: [])
        try fields.list("files", &files)
        try fields.optional("pending", .int64, &pending)
        try fields.optional("lacksSome", .flag, &lacksSome, default: false)
    }
}
