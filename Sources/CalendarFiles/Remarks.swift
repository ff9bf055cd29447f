/// What is said about the events of a file: what is said several times is one line.
struct Remarks {
    /// Remarks of one kind.
    private struct Group {
        /// The first of them.
        let first: String
        /// What is said of several events, after their number; `nil` to add how many more there are to the first.
        let ofMany: String?
        /// Whether something is skipped.
        let isProblem: Bool
        var count = 1
        var lines: [Int] = []
    }

    /// How many places are named.
    private static let maxPlaces = 3

    private var groups: [Group] = []
    private var places: [String: Int] = [:]

    /// Adds a remark.
    ///
    /// - Parameter kind: what is the same in all remarks of its kind, apart from numbers and what is quoted.
    mutating func add(
        _ text: String,
        kind: String,
        line: Int?,
        ofMany: String? = nil,
        isProblem: Bool
    ) {
        let kind = ofMany ?? Self.withoutDetails(kind)
        guard let place = places[kind] else {
            places[kind] = groups.count
            groups.append(Group(first: text, ofMany: ofMany, isProblem: isProblem))
            return
        }
        groups[place].count += 1
        if let line, groups[place].lines.count < Self.maxPlaces { groups[place].lines.append(line) }
    }

    /// All remarks, in the order of the first of each kind.
    var all: [String] { groups.map(Self.text) }
    /// Those about what is skipped.
    var problems: [String] { groups.filter(\.isProblem).map(Self.text) }

    private static func text(of group: Group) -> String {
        guard group.count > 1 else { return group.first }
        if let text = group.ofMany { return "\(group.count) \(text)" }
        let more = group.count - 1
        guard !group.lines.isEmpty else { return "\(group.first) (and \(more) more like it)" }
        let lines = group.lines.map(String.init).joined(separator: ", ")
        let rest = more > group.lines.count ? ", …" : ""
        let word = more == 1 ? "line" : "lines"
        return "\(group.first) (and \(more) more like it: \(word) \(lines)\(rest))"
    }

    /// Returns a text without numbers, such as those of lines, and without what is quoted in it.
    private static func withoutDetails(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? $0.element.filter { !$0.isNumber } : "…" }
            .joined(separator: "\"")
    }
}
