import CAdwaita
import DesktopTexts
import Launcher
import NotifyCore

/// The list of apps and the user's own actions, with a switch for each entry.
final class LauncherPage {
    /// Called with an entry's id when its switch is moved.
    var onSwitch: (_ id: String, _ isEnabled: Bool) -> Void = { _, _ in }

    /// The action that registers, which is there only while something is on.
    var registerAction: Widget? {
        didSet { registerAction?.set("enabled", false) }
    }

    /// An app or a category; its rows are made when it is opened for the first time.
    private final class App {
        let entries: [CatalogueEntry]
        let widget: Widget
        var switches: [String: Widget] = [:]

        init(_ entries: [CatalogueEntry], _ widget: Widget) {
            (self.entries, self.widget) = (entries, widget)
        }
    }

    private let list: Widget
    private let search: Widget
    private let nothing: Widget
    private var apps: [App] = []
    /// Whether each entry is on.
    private var states: [String: Bool] = [:]
    /// Whether a switch moves because of what was read, and not by the user.
    private var isReading = false

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        list = interface["launcher-list"]
        search = interface["launcher-search"]
        nothing = interface["launcher-nothing"]
        search.on("search-changed") { [unowned self] in filter() }
    }

    /// Moves the keyboard to the search.
    func focusSearch() { _ = gtk_widget_grab_focus(search.pointer) }

    /// Shows the entries, those of a group together; open apps stay open if the entries are the same but for their
    /// switches.
    func show(_ entries: [CatalogueEntry]) {
        isReading = true
        defer { isReading = false }
        var groups: [[CatalogueEntry]] = []
        for entry in entries {
            if groups.last?.first?.group == entry.group {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        if groups.map({ $0.map(\.id) }) != apps.map({ $0.entries.map(\.id) }) { make(groups) }
        for (app, group) in zip(apps, groups) {
            let on = group.count(where: \.isEnabled)
            // Translators: how many of an app's actions are switched on, and how many there are
            let count = trn("%1$s of %2$s on", "%1$s of %2$s on", on, String(group.count))
            app.widget.set("subtitle", on > 0 ? count : "")
            for entry in group { app.switches[entry.id]?.set("active", entry.isEnabled) }
            states.merge(group.map { ($0.id, $0.isEnabled) }) { $1 }
        }
        registerAction?.set("enabled", entries.contains(where: \.isEnabled))
        filter()
    }

    private func make(_ groups: [[CatalogueEntry]]) {
        for app in apps { gtk_list_box_remove(list.pointer, app.widget.pointer) }
        apps = []
        for group in groups {
            Interface.use(PackageResources.app_ui) { interface in
                let widget = interface["app"]
                widget.set("title", group[0].group.name.printableLine)
                gtk_list_box_insert(list.pointer, widget.pointer, -1)
                apps.append(App(group, widget))
            }
        }
        for app in apps {
            app.widget.onChange(of: "expanded") { [unowned self, unowned app] in fill(app) }
        }
    }

    /// Makes the rows of an app.
    private func fill(_ app: App) {
        guard app.switches.isEmpty else { return }
        for entry in app.entries {
            Interface.use(PackageResources.switch_ui) { interface in
                let toggle = interface["switch"]
                interface["row"].set("title", entry.name.printableLine)
                // Translators: a button that starts an app, and not one of its actions
                interface["row"].set("subtitle", entry.isApp ? tr("The app itself") : "")
                toggle.setName(entry.name.printableLine)
                toggle.set("active", states[entry.id] ?? entry.isEnabled)
                toggle.onChange(of: "active") { [unowned self] in
                    if !isReading { onSwitch(entry.id, toggle.flag("active")) }
                }
                app.switches[entry.id] = toggle
                adw_expander_row_add_row(app.widget.pointer, interface["row"].pointer)
            }
        }
    }

    /// Shows the apps whose name, or an entry's, has the text that is looked for.
    private func filter() {
        let text = search.text("text")
        let wanted = text.isEmpty ? nil : TextSearch(text)
        var isAny = false
        for app in apps {
            let names = [app.entries[0].group.name] + app.entries.map(\.name)
            let isFound = wanted.map { wanted in names.contains { wanted.isFound(in: $0) } } ?? true
            app.widget.set("visible", isFound)
            isAny = isAny || isFound
        }
        list.set("visible", isAny)
        nothing.set("visible", !isAny)
        nothing.set("title", apps.isEmpty ? tr("No App Is Installed") : tr("Nothing Is Found"))
        nothing.set(
            "description",
            apps.isEmpty
                ? tr(
                    // Translators: %1$s is the first line of a group, [Action NAME], and %2$s a file
                    "Install an app, or write an %1$s into %2$s.",
                    "[Action NAME]",
                    "launcher.conf"
                )
                // Translators: the words that are looked for
                : tr("No app and no action has these words in its name.")
        )
    }
}
