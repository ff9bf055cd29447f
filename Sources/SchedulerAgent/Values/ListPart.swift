import AgentInterface
import NotifyCore

/// Where a part of a list ends.
enum ListPosition: Equatable, Sendable {
    /// At a request: these lists are in the order of apps and identifiers, so that one that is replaced meanwhile is in
    /// one place.
    case key(RequestKey)
    /// At a row.
    case row(Int64)
}

/// A part of a list.
struct ListPart<Element: Sendable>: Sendable {
    var rows: [Element] = []
    /// Where the next part begins; `nil` if this is the last one.
    var end: ListPosition?

    /// Returns the part with other elements.
    func map<Other: Sendable>(_ other: (Element) -> Other) -> ListPart<Other> {
        ListPart<Other>(rows: rows.map(other), end: end)
    }
}

/// The row of an app.
struct AppRow: Sendable {
    let id: String
    let badge: Int
    let pending: Int
    let delivered: Int
}
