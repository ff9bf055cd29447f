import AgentInterface
import GLibBridge
import Launcher
import NotifyCore
import UserRequests

/// What the search of a desktop finds, what a menu lists, and what a choice does.
struct DesktopSearch {
    private let client: AgentClient

    /// Makes a search.
    ///
    /// - Throws: ``AgentInterface/AgentUnreachable`` if there is no session bus.
    init() throws { client = try AgentClient() }

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    /// Returns what is found for what was typed; an agent that does not answer has nothing pending.
    func results(for text: String) -> [SearchResult] {
        Self.results(for: text, now: Self.now, in: .local, entries: Catalogue.ofFile) {
            search,
            end in
            var selection = ListSelection()
            (selection.search, selection.last) = (search, end)
            return (try? client.pending(selection) { $0 }) ?? []
        }
    }

    /// The most bytes that are searched for.
    private static let maxText = 512
    /// The fewest letters that are searched for.
    private static let minLetters = 2
    /// The most entries of the launcher, and notifications, that a search finds.
    private static let (maxEntries, maxComing) = (3, 5)
    /// The most notifications that a menu lists.
    private static let maxLines = 200

    /// Returns what is found: what the text adds, entries of the launcher, and what comes, soonest first.
    ///
    /// - Parameter coming: returns the pending requests that have a word, and a date up to an instant; `nil` for any.
    static func results(
        for text: String,
        now: Instant,
        in zone: SystemZone,
        entries: [CatalogueEntry],
        coming: (TextSearch, Instant?) -> [PendingRequest]
    ) -> [SearchResult] {
        guard text.utf8.count <= maxText else { return [] }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let searches = words.map { TextSearch($0) }
        guard words.joined().count >= minLetters,
            let longest = searches.max(by: { $0.text.utf8.count < $1.text.utf8.count })
        else { return [] }
        func isFound(in text: String) -> Bool { searches.allSatisfy { $0.isFound(in: text) } }

        let sentence = words.joined(separator: " ")
        let added = (try? Sentence(sentence, now: now, in: zone)).map {
            SearchResult(adding: sentence, $0, now: now, in: zone)
        }
        let opened = entries.lazy.filter { isFound(in: "\($0.name) \($0.group.name)") }
            .prefix(maxEntries).map { SearchResult($0) }
        func found(until end: Instant?) -> [SearchResult] {
            coming(longest, end)
                .filter { isFound(in: "\($0.request.headline) \($0.request.content.subtitle)") }
                .sorted { $0.comesBefore($1) }
                .prefix(maxComing).map { SearchResult($0, now: now, in: zone) }
        }
        // Of thousands with the word, those of a week are enough.
        var shown = found(until: now.advanced(byMicroseconds: 7 * 86_400_000_000))
        if shown.count < maxComing { shown = found(until: nil) }
        return [added].compactMap(\.self) + opened + shown
    }

    /// Returns what a menu lists: the entries of the launcher, and what comes, soonest first.
    func menu() throws -> [SearchResult] {
        let (now, zone) = (Self.now, try ZoneOption.local())
        return Catalogue.ofFile.map { SearchResult($0) }
            + (try client.pending().prefix(Self.maxLines)).map {
                SearchResult($0, now: now, in: zone)
            }
    }

    /// Does what a line of a menu says; adds what a sentence in its place describes, and shows that.
    ///
    /// - Parameter results: what the menu had when the line was chosen; it may have changed since.
    func pick(_ line: String, of results: [SearchResult]) throws {
        if let result = results.first(where: { $0.line == line }) {
            return try choose(result.choice)
        }
        // A line of an earlier menu has a time in it, too.
        guard !line.contains(SearchResult.separator) else {
            throw RequestError(
                .notFound,
                "the menu has no line \(line.quoted) any longer",
                wayOut: "choose one of menu --list, or write a sentence"
            )
        }
        let sentence = try add(line)
        let now = Self.now
        try tell(sentence.request.headline, sentence.meaning(now: now, in: try ZoneOption.local()))
    }

    /// Does what was chosen.
    func choose(_ choice: SearchResult.Choice) throws {
        switch choice {
        case .add(let sentence): _ = try add(sentence)
        case .open(let id):
            guard let entry = Catalogue.ofFile.first(where: { $0.id == id }) else {
                throw RequestError(.notFound, "launcher.conf has no action \(id.quoted) any longer")
            }
            try Launcher().open(entry.url, noting: client)
        case .show(let key):
            guard !openWindow() else { return }
            let pending = try client.pending(ListSelection(appID: key.appID)) { $0 }
            guard let coming = pending.first(where: { $0.request.key == key }) else {
                throw RequestError(.notFound, "\(key.name.quoted) is no longer pending")
            }
            let result = SearchResult(coming, now: Self.now, in: .local)
            try tell(result.title, result.detail)
        }
    }

    /// Opens the window of what comes.
    ///
    /// - Returns: whether it is installed.
    @discardableResult
    func openWindow() -> Bool {
        let plan = try? Launcher().open("desktop:org.notifyschedule.Window.desktop") { program in
            if let connection = try? client.connection {
                program.moveToScopeBlocking(on: connection)
            }
        }
        return plan != nil
    }

    /// Shows a notification that leaves nothing in the list, in place of the one before.
    func tell(_ title: String, _ body: String) throws {
        _ = try client.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "desktop-search:notice",
                content: NotificationContent(title: title, body: body),
                bubble: BubbleOptions(hints: ["transient": .boolean(true)])
            )
        )
    }

    private func add(_ text: String) throws -> Sentence {
        let (now, zone) = (Self.now, try ZoneOption.local())
        var sentence: Sentence
        do throws(Refusal) {
            sentence = try Sentence(text, now: now, in: zone)
        } catch {
            throw RequestError(.invalidContent, error.message)
        }
        let written = sentence.written
        if let zoned = try written.inZoneOfCaller(sentence.request.trigger, client) {
            sentence = try Sentence(text, now: now, in: zone, named: zoned[.zone])
        }
        _ = try client.add(sentence.request)
        return sentence
    }
}
