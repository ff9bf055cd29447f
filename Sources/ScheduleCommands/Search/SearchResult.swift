import AgentInterface
import DesktopTexts
import Launcher
import NotifyCore
import UserRequests

/// Something that a desktop's search or a menu offers.
struct SearchResult: Hashable {
    /// What choosing it does.
    enum Choice: Hashable {
        /// Adds what a sentence describes.
        case add(sentence: String)
        /// Opens an entry of the launcher.
        case open(entry: String)
        /// Shows a notification that comes.
        case show(RequestKey)
    }

    /// What choosing it does.
    let choice: Choice
    /// What it is.
    let title: String
    /// When it comes, or where it belongs.
    let place: String
    /// The place, and what else there is to say.
    let detail: String
    /// An icon's name or path.
    let icon: String

    /// The line of a menu, which is the same as long as the day is.
    var line: String { place.isEmpty ? title : title + Self.separator + place }

    /// What stands between the title and the rest of a line.
    static let separator = " — "

    private init(
        _ choice: Choice,
        _ title: String,
        place: String,
        detail: String? = nil,
        icon: String? = nil
    ) {
        self.choice = choice
        self.title = Self.shortened(title)
        self.place = Self.shortened(place)
        self.detail = Self.shortened(detail ?? place)
        self.icon = icon ?? AgentNames.app
    }

    /// Offers to add what a sentence describes.
    init(adding text: String, _ sentence: Sentence, now: Instant, in zone: SystemZone) {
        self.init(
            .add(sentence: text),
            sentence.request.headline,
            place: "",
            // Translators: what a search offers to add, and when it comes
            detail: tr("New: %1$s", sentence.meaning(now: now, in: zone))
        )
    }

    /// Offers an entry of the launcher.
    init(_ entry: CatalogueEntry) {
        self.init(
            .open(entry: entry.id),
            entry.name,
            place: entry.group.name == entry.name ? "" : entry.group.name,
            icon: entry.icon
        )
    }

    /// Offers a notification that comes.
    init(_ coming: PendingRequest, now: Instant, in zone: SystemZone) {
        let hasDate = coming.due < .distantFuture
        let date = hasDate ? LateNote.date(coming.due, now: now, in: zone) : tr("at a place")
        let distance = RelativeTime.words(coming.due, to: now)
        self.init(
            .show(coming.request.key),
            coming.request.headline,
            place: date,
            detail: coming.pause?.words(in: zone)
                ?? (hasDate ? tr("%1$s (%2$s)", date, distance) : date),
            icon: coming.request.bubble.icon
        )
    }

    /// The most characters of a text that a desktop shows.
    private static let maxLength = 120

    private static func shortened(_ text: String) -> String {
        let line = text.printableLine
        return line.count > maxLength ? "\(line.prefix(maxLength - 1))…" : line
    }
}

extension SearchResult.Choice {
    /// The name that a desktop keeps between a search and a choice.
    var id: String {
        switch self {
        case .add(let sentence): "add:\(sentence)"
        case .open(let entry): "open:\(entry)"
        // Neither has a line end.
        case .show(let key): "show:\(key.appID)\n\(key.identifier)"
        }
    }

    /// Reads a name; `nil` if it is none.
    init?(id: String) {
        guard let colon = id.firstIndex(of: ":") else { return nil }
        let rest = id[id.index(after: colon)...]
        switch id[..<colon] {
        case "add": self = .add(sentence: String(rest))
        case "open": self = .open(entry: String(rest))
        case "show":
            guard let end = rest.firstIndex(of: "\n") else { return nil }
            let identifier = rest[rest.index(after: end)...]
            self = .show(
                RequestKey(appID: String(rest[..<end]), identifier: String(identifier))
            )
        default: return nil
        }
    }
}
