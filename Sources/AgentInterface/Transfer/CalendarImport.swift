package import NotifyCore

/// The calendar that an import is of, which remembers what came under its name.
package struct CalendarImport: Record, Hashable, Sendable {
    /// Its name; the path of a calendar that is followed.
    package var name: String
    /// Whether its file or folder is followed from then on.
    package var follows: Bool
    /// Whether its clicks may open any URL.
    package var trusts: Bool
    /// The user's own addresses: events that these have declined are left out.
    package var addresses: [String]
    /// Whether it is followed and its files have changed: what belongs to others stays then.
    package var isRefresh: Bool
    /// What could not be read, a sentence each.
    package var problems: [String]

    /// Makes a calendar.
    package init(
        _ name: String,
        follows: Bool = false,
        trusts: Bool = false,
        addresses: [String] = [],
        isRefresh: Bool = false,
        problems: [String] = []
    ) {
        self.name = name
        self.follows = follows
        self.trusts = trusts
        self.addresses = addresses
        self.isRefresh = isRefresh
        self.problems = problems
    }

    package static let recordName = "calendar"
    package static var blank: Self { Self("") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("name", .text, &name)
        try fields.optional("follows", .flag, &follows, default: false)
        try fields.optional("trusts", .flag, &trusts, default: false)
        try fields.optional("me", .texts, &addresses, default: [])
        try fields.optional("refresh", .flag, &isRefresh, default: false)
        try fields.optional("problems", .texts, &problems, default: [])
    }

    /// Whether it is, or becomes, one that is followed, whose name is a path.
    package var isFollowed: Bool { follows || isRefresh }

    /// The maximum length of a name, in bytes.
    private static let maxName = 100

    /// Checks the name and the addresses.
    package func validate() throws(RequestError) {
        _ = try MailAddress.checked(addresses)
        let isPath = name.hasPrefix("/")
        guard isFollowed || !isPath else {
            throw RequestError(
                .invalidContent,
                .init("name", "the calendar's name"),
                value: name.quoted,
                reason: "is a path",
                wayOut: "write a word such as work"
            )
        }
        guard !isFollowed || isPath else {
            throw RequestError(
                .invalidContent,
                .init("name", ""),
                value: name.quoted,
                reason: "is not an absolute path"
            )
        }
        let limit = isPath ? 4_096 : Self.maxName
        guard !name.isEmpty, name.utf8.count <= limit,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw RequestError(
                .invalidContent,
                .init("name", "the calendar's name"),
                value: name.quoted,
                reason: "is not a text of 1 to \(limit) bytes without control characters",
                wayOut: "write a word such as work"
            )
        }
    }
}
