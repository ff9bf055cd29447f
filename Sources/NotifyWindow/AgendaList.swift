import AgentInterface
import CAdwaita
import CGLib
import NotifyCore

/// The list of what comes, by day.
final class AgendaList {
    /// How many rows it has at first, and gets more at a time.
    static let step = 200
    /// For how many minutes a row can be snoozed.
    static let snoozes = [10, 60]

    /// A heading with the rows below it.
    private struct Shown {
        let title: String
        let widget: Widget
        let list: Widget
        var rows: [(row: Agenda.Row, widget: Widget, menu: Widget)] = []
    }

    private let box: Widget
    private let more: Widget
    private let nothing: Widget
    private var shown: [Shown] = []

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        box = interface["groups"]
        more = interface["more"]
        nothing = interface["nothing"]
    }

    /// Shows an agenda; a row that has not changed keeps its widget, with the focus or an open menu.
    func show(_ agenda: Agenda) {
        for change in agenda.groups.map(\.title).difference(from: shown.map(\.title)) {
            switch change {
            case .remove(let index, _, _):
                show([], in: &shown[index])
                gtk_box_remove(box.pointer, shown.remove(at: index).widget.pointer)
            case .insert(let index, let title, _):
                let sibling = index > 0 ? shown[index - 1].widget.pointer : nil
                Interface.use(PackageResources.group_ui) { interface in
                    let group = Shown(
                        title: title,
                        widget: interface["group"],
                        list: interface["rows"]
                    )
                    interface["heading"].set("label", title)
                    group.list.setName(title)
                    gtk_box_insert_child_after(box.pointer, group.widget.pointer, sibling)
                    shown.insert(group, at: index)
                }
            }
        }
        for (index, group) in agenda.groups.enumerated() { show(group.rows, in: &shown[index]) }
        nothing.set("visible", agenda.groups.isEmpty)
        more.set("visible", agenda.rest > 0)
        more.set("label", "Show More (\(agenda.rest))")
    }

    private func show(_ rows: [Agenda.Row], in group: inout Shown) {
        for change in rows.difference(from: group.rows.map(\.row)) {
            switch change {
            case .remove(let index, _, _):
                let old = group.rows.remove(at: index)
                // GTK complains of an open menu without its row.
                gtk_menu_button_popdown(old.menu.pointer)
                gtk_list_box_remove(group.list.pointer, old.widget.pointer)
            case .insert(let index, let row, _):
                Interface.use(PackageResources.row_ui) { interface in
                    let widget = Self.fill(interface, row)
                    gtk_list_box_insert(group.list.pointer, widget.pointer, Int32(index))
                    group.rows.insert((row, widget, interface["more"]), at: index)
                }
            }
        }
    }

    /// Returns the name of the request whose row, or a button in it, has the focus; `nil` for none.
    func focusedName(in window: OpaquePointer) -> String? {
        let rows = shown.flatMap(\.rows)
        var widget = gtk_window_get_focus(window)
        while let current = widget {
            if let found = rows.first(where: { $0.widget.pointer == current }) {
                return found.row.key.name
            }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }

    /// Makes the widget of a row.
    private static func fill(_ interface: Interface, _ row: Agenda.Row) -> Widget {
        let widget = interface["row"]
        widget.set("title", row.title)
        widget.set("subtitle", row.subtitle)
        let name = row.key.name
        let remove = interface["remove"]
        remove.set("action-name", "win.remove")
        remove.set("action-target", g_variant_new_string(name))
        let what = row.repeats ? "Remove all dates" : "Remove"
        remove.set("tooltip-text", what)
        remove.setName("\(what): \(row.title)")
        if let menu = g_menu_new() {
            for (label, action) in choices(of: row) {
                g_menu_append(menu, label, "win.\(action)::\(name)")
            }
            interface["more"].set("menu-model", menu)
            g_object_unref(UnsafeMutableRawPointer(menu))
        }
        interface["more"].setButtonName("More: \(row.title)")
        return widget
    }

    private static func choices(of row: Agenda.Row) -> [(label: String, action: String)] {
        if row.isPaused { return [("Resume", "resume")] }
        var choices: [(label: String, action: String)] = []
        if row.isNext {
            choices = snoozes.map {
                ("Snooze \(TimeSpan.words(Int64($0) * 60_000_000))", "snooze-\($0)")
            }
            if row.repeats { choices.append(("Skip This Date", "skip")) }
        }
        return choices + [("Pause", "pause")]
    }
}

extension RequestKey {
    /// The name on the command line: the identifier, with the app before it if it is not the command line.
    fileprivate var name: String {
        appID == AgentNames.app ? identifier : "\(appID)/\(identifier)"
    }
}
