public import GLibBridge
public import NotifyCore

/// All that the launcher can open: the user's own actions, then the installed apps and theirs.
public struct Catalogue: Sendable {
    /// The entries, those of a group together.
    public let entries: [CatalogueEntry]
    /// What did not hold in the configuration, a sentence each.
    public let problems: [String]

    /// The heading of the user's own actions without a category.
    static let noCategory = "Launcher"

    /// Merges what is configured with what is installed.
    public init(
        configuration: LauncherConfiguration = LauncherConfiguration(),
        apps: [DesktopEntry] = DesktopApps.shown()
    ) {
        let changes = Dictionary(
            configuration.actions.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        entries = Self.configured(configuration.actions) + Self.installed(apps, changes)
        problems = configuration.problems
    }

    /// The entries that are registered.
    public var enabled: [CatalogueEntry] { entries.filter(\.isEnabled) }

    /// The entries that a person means by a name: an entry's id, else the id or name of an app or a
    /// category, else an entry's name.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where nothing is called so.
    public func entries(named name: String) throws(RequestError) -> [CatalogueEntry] {
        let exact = entries.filter { $0.id == name }
        guard exact.isEmpty else { return exact }
        do throws(RequestError) {
            return try entries(ofGroup: name)
        } catch {
            let called = entries.filter { $0.name == name }
            guard called.count < 2 else {
                throw RequestError(
                    .ambiguous,
                    "several entries are called \(name.quoted); write one of "
                        + called.map(\.id).joined(separator: ", ")
                )
            }
            guard called.isEmpty else { return called }
            throw error
        }
    }

    /// The entries of an app or a category, by its id, with or without `.desktop`, or its name.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where nothing is called so.
    public func entries(ofGroup name: String) throws(RequestError) -> [CatalogueEntry] {
        let wanted = name.lowercased()
        let members = entries.filter {
            let id = $0.group.id.lowercased()
            return id == wanted || id == "\(wanted).desktop" || $0.group.name.lowercased() == wanted
        }
        guard members.isEmpty else { return members }
        let names = entries.flatMap { [$0.id, $0.group.name] }
        let guess = Suggestion.nearest(to: name, in: names)
        throw RequestError(
            .notFound,
            "there is no entry, app or category \(name.quoted); "
                + (guess.map { "did you mean \($0.quoted)?" }
                    ?? "see notify-schedule launcher list")
        )
    }

    private static func configured(_ actions: [ConfiguredAction]) -> [CatalogueEntry] {
        let entries = actions.compactMap { action -> CatalogueEntry? in
            guard let url = action.url else { return nil }
            let category = action.category ?? noCategory
            return CatalogueEntry(
                id: action.id,
                name: action.name ?? action.id,
                group: CatalogueEntry.Group(id: category, name: category),
                url: url,
                icon: action.icon,
                isEnabled: action.isEnabled ?? false,
                schemes: []
            )
        }
        var order: [String: Int] = [:]
        for entry in entries where order[entry.group.id] == nil {
            order[entry.group.id] = order.count
        }
        // Sorting is not said to be stable.
        return entries.enumerated()
            .sorted {
                (order[$0.element.group.id] ?? 0, $0.offset)
                    < (order[$1.element.group.id] ?? 0, $1.offset)
            }
            .map(\.element)
    }

    private static func installed(
        _ apps: [DesktopEntry],
        _ changes: [String: ConfiguredAction]
    ) -> [CatalogueEntry] {
        let sorted = apps.map { (key: $0.name.lowercased(), app: $0) }
            .sorted { ($0.key, $0.app.id) < ($1.key, $1.app.id) }
        var entries: [CatalogueEntry] = []
        entries.reserveCapacity(sorted.count)
        for (_, app) in sorted {
            entries.append(entry(app.id, app.name, DesktopURL.text(id: app.id), app, changes))
            for action in app.actions {
                let url = DesktopURL.text(id: app.id, action: action.id)
                let id = "\(app.id)#\(action.id)"
                entries.append(entry(id, action.name, url, app, changes))
            }
        }
        // One with a URL of its own stands among the configured ones.
        return entries.filter { changes[$0.id]?.url == nil }
    }

    private static func entry(
        _ id: String,
        _ name: String,
        _ url: String,
        _ app: DesktopEntry,
        _ changes: [String: ConfiguredAction]
    ) -> CatalogueEntry {
        let change = changes[id]
        return CatalogueEntry(
            id: id,
            name: change?.name ?? name,
            group: CatalogueEntry.Group(id: app.id, name: app.name),
            url: url,
            icon: change?.icon ?? app.icon,
            isEnabled: change?.isEnabled ?? false,
            schemes: id == app.id ? app.schemes : []
        )
    }
}
