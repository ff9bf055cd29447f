package import GLibBridge
package import NotifyCore

/// The entries that the launcher can open: the user's actions, then the installed apps and their actions.
package struct Catalogue: Sendable {
    /// The entries, those of a group together.
    package let entries: [CatalogueEntry]
    /// The errors in the configuration, a sentence each.
    package let problems: [String]

    /// The heading of the user's own actions without a category.
    static let noCategory = "Launcher"

    /// Merges what is configured with what is installed.
    package init(
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

    /// The entries that `launcher.conf` names: the user's own actions, and what it enables of the installed apps.
    ///
    /// It reads the desktop files of these apps alone.
    package static var ofFile: [CatalogueEntry] {
        let configuration = LauncherConfiguration()
        let named = configuration.actions.filter(\.namesDesktopEntry)
        let apps = Set(named.map { String($0.id.prefix { $0 != "#" }) })
        let catalogue = Catalogue(
            configuration: configuration,
            apps: apps.sorted().compactMap { DesktopApps.entry($0) }
        )
        return catalogue.entries.filter { entry in
            entry.isEnabled || !apps.contains(entry.group.id)
        }
    }

    /// The entries that are registered.
    package var enabled: [CatalogueEntry] { entries.filter(\.isEnabled) }

    /// Returns the entries of a name: an entry's id, else the id or name of an app or a category, else an
    /// entry's name.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none.
    package func entries(named name: String) throws(RequestError) -> [CatalogueEntry] {
        let exact = entries.filter { $0.id == name }
        guard exact.isEmpty else { return exact }
        do throws(RequestError) {
            return try entries(ofGroup: name)
        } catch {
            let called = entries.filter { $0.name == name }
            guard called.count < 2 else {
                throw RequestError(
                    .ambiguous,
                    "several entries have the name \(name.quoted); write one of "
                        + called.map(\.id).joined(separator: ", ")
                )
            }
            guard called.isEmpty else { return called }
            throw error
        }
    }

    /// Returns the entries of an app or a category, by its id, with or without `.desktop`, or its name.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none.
    package func entries(ofGroup name: String) throws(RequestError) -> [CatalogueEntry] {
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

    /// Returns the one entry of a name: an entry's id or name, or an app's desktop file without `.desktop` or without what
    /// stands before its last dot.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or several.
    package func entry(named name: String) throws(RequestError) -> CatalogueEntry {
        let file = "\(name).desktop".lowercased()
        if let exact = entries.first(where: { $0.id == name || $0.id.lowercased() == file }) {
            return exact
        }
        let called = entries.filter {
            $0.name.lowercased() == name.lowercased() || $0.id.lowercased().hasSuffix(".\(file)")
        }
        if called.count == 1 { return called[0] }
        guard !name.isEmpty else {
            throw RequestError(
                .notFound,
                "there is no entry \"\"",
                wayOut: "see notify-schedule launcher list"
            )
        }
        let apps = entries.filter(\.isApp).map { $0.id.withoutSuffix(".desktop") }
        let near =
            called.isEmpty
            ? [
                Suggestion.nearest(to: name, in: apps)
                    ?? Suggestion.nearest(to: name, in: entries.map(\.name))
            ].compactMap(\.self) + apps.filter { $0.lowercased().contains(name.lowercased()) }
            : called.map(\.id)
        throw RequestError(
            called.isEmpty ? .notFound : .ambiguous,
            called.isEmpty
                ? "there is no entry \(name.quoted)"
                : "several entries have the name \(name.quoted)",
            wayOut: near.isEmpty
                ? "see notify-schedule launcher list"
                : "write one of these: \(near.prefix(3).joined(separator: ", "))"
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
        // Sorting is not guaranteed to be stable.
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
            let group = CatalogueEntry.Group(id: app.id, name: app.name)
            let url = DesktopURL.text(id: app.id)
            let entry = CatalogueEntry(
                id: app.id,
                name: app.name,
                group: group,
                url: url,
                icon: app.icon,
                isEnabled: false,
                schemes: app.schemes
            )
            if let entry = changed(entry, changes, of: app) { entries.append(entry) }
            for action in app.actions {
                let entry = CatalogueEntry(
                    id: "\(app.id)#\(action.id)",
                    name: action.name,
                    group: group,
                    url: DesktopURL.text(url, action: action.id),
                    icon: app.icon,
                    isEnabled: false,
                    schemes: []
                )
                if let entry = changed(entry, changes, of: app, action.id) { entries.append(entry) }
            }
        }
        return entries
    }

    /// Returns an installed entry with the user's changes; `nil` for one that is among the configured ones.
    private static func changed(
        _ entry: CatalogueEntry,
        _ changes: [String: ConfiguredAction],
        of app: DesktopEntry,
        _ action: String? = nil
    ) -> CatalogueEntry? {
        guard !changes.isEmpty, let change = changes[entry.id] else { return entry }
        guard change.url == nil else { return nil }
        let isEnabled = change.isEnabled ?? false
        // Only for enabled entries, because reading thousands of files again would take long.
        let own = isEnabled ? action.flatMap { try? app.icon(ofAction: $0) } : nil
        return CatalogueEntry(
            id: entry.id,
            name: change.name ?? entry.name,
            group: entry.group,
            url: entry.url,
            icon: change.icon ?? own ?? entry.icon,
            isEnabled: isEnabled,
            schemes: entry.schemes
        )
    }
}

extension String {
    fileprivate func withoutSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
