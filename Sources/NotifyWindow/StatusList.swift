import CAdwaita
import DesktopTexts

/// A short list of states, each with a switch or a button.
final class StatusList {
    /// A state.
    nonisolated struct Row: Hashable, Sendable {
        /// What it is about, which no other row has.
        let id: String
        /// What it is called.
        let title: String
        /// The state in a sentence.
        let subtitle: String
        /// Whether its switch is on; `nil` if it has none.
        var isOn: Bool?
        /// Its button; `nil` if it has none.
        var button: Button?

        /// A button.
        struct Button: Hashable, Sendable {
            let label: String
            /// The action of the window that it calls.
            let action: String
            /// The text that the action takes; `nil` if it takes none.
            var target: String?
        }
    }

    /// Called with a row's id when its switch is moved.
    var onSwitch: (_ id: String, _ isOn: Bool) -> Void = { _, _ in }

    private let group: Widget
    private var shown: [(row: Row, interface: Interface)] = []
    /// Whether a switch moves because of what was read, and not by the user.
    private var isReading = false

    /// Takes a group of the window, which is there only while it has rows.
    init(_ group: Widget) {
        self.group = group
        group.set("visible", false)
    }

    /// Shows rows; those of the same ids keep their widgets, with the focus.
    func show(_ rows: [Row]) {
        isReading = true
        defer { isReading = false }
        if rows.map(\.id) != shown.map(\.row.id) { make(rows) }
        for (index, row) in rows.enumerated() {
            let interface = shown[index].interface
            interface["row"].set("title", row.title)
            interface["row"].set("subtitle", row.subtitle)
            interface["switch"].set("visible", row.isOn != nil)
            interface["switch"].set("active", row.isOn ?? false)
            interface["switch"].setName(row.title)
            interface["button"].set("visible", row.button != nil)
            if let button = row.button {
                interface["button"].set("label", button.label)
                // Translators: what screen readers call a button: its text, and what it is about
                interface["button"].setName(tr("%1$s: %2$s", button.label, row.title))
                // The target first: GTK warns of an action that has none yet.
                if let target = button.target {
                    interface["button"].set("action-target", g_variant_new_string(target))
                }
                interface["button"].set("action-name", button.action)
            }
            shown[index].row = row
        }
        group.set("visible", !rows.isEmpty)
    }

    /// Returns the title of the row of an id; `nil` if there is none.
    func title(of id: String) -> String? { shown.first { $0.row.id == id }?.row.title }

    private func make(_ rows: [Row]) {
        for old in shown {
            adw_preferences_group_remove(group.pointer, old.interface["row"].pointer)
        }
        shown = rows.map { row in
            let interface = Interface(PackageResources.status_ui)
            let toggle = interface["switch"]
            toggle.onChange(of: "active") { [unowned self] in
                if !isReading { onSwitch(row.id, toggle.flag("active")) }
            }
            adw_preferences_group_add(group.pointer, interface["row"].pointer)
            return (row, interface)
        }
    }
}
