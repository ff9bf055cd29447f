import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore

/// The list of what comes, by day.
final class AgendaList {
    /// For how many minutes a row can be snoozed.
    static let snoozes = [10, 60]

    /// Called with the row that is to be edited.
    var onEdit: (Agenda.Row) -> Void = { _ in }

    private let list: RowList<Agenda.Line>
    private let page: Widget
    private let nothing: Widget

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        page = interface["agenda-page"]
        nothing = interface["nothing"]
        list = RowList(
            interface["agenda"],
            PackageResources.row_ui,
            fill: Self.fill,
            isActive: { if case .row = $0 { true } else { false } },
            // GTK complains of an open menu without its row.
            leave: { gtk_menu_button_popdown($0["more"].pointer) }
        )
        list.onActivate = { [unowned self] in if case .row(let row) = $0 { onEdit(row) } }
    }

    /// Shows an agenda.
    func show(_ agenda: Agenda) {
        list.show(agenda.lines)
        page.set("visible", !agenda.lines.isEmpty)
        nothing.set("visible", agenda.lines.isEmpty)
    }

    /// Returns the row that has the focus, or a button in it; `nil` for none.
    func focused(in window: OpaquePointer) -> Agenda.Row? {
        guard case .row(let row) = list.focused(in: window) else { return nil }
        return row
    }

    private static func fill(_ interface: Interface, _ line: Agenda.Line) {
        let title = interface["title"]
        switch line {
        case .heading(let text): title.set("label", text)
        case .row(let row): fill(interface, row)
        }
        let isHeading = if case .heading = line { true } else { false }
        title.setStyle("heading", isHeading)
        for id in ["subtitle", "remove", "more"] { interface[id].set("visible", !isHeading) }
    }

    private static func fill(_ interface: Interface, _ row: Agenda.Row) {
        interface["title"].set("label", row.title)
        interface["subtitle"].set("label", row.subtitle)
        let name = row.key.name
        let remove = interface["remove"]
        remove.set("action-name", row.isWaiting ? "win.remove-waiting" : "win.remove")
        remove.set("action-target", g_variant_new_string(name))
        if row.repeats {
            remove.set("tooltip-text", tr("Remove all dates"))
            // Translators: what screen readers call a button; %1$s is the title of a notification
            remove.setName(tr("Remove all dates: %1$s", row.title))
        } else {
            // Translators: on a button
            remove.set("tooltip-text", tr("Remove"))
            // Translators: what screen readers call a button; %1$s is the title of a notification
            remove.setName(tr("Remove: %1$s", row.title))
        }
        interface["more"].setMenu(
            choices(of: row).map { ($0.label, "win.\($0.action)::\(name)") },
            // Translators: what screen readers call the button of a menu; %1$s is a title
            name: tr("More: %1$s", row.title)
        )
    }

    /// The choices of a menu that snooze.
    static var snoozeChoices: [(label: String, action: String)] {
        snoozes.map { minutes in
            let span = TimeSpan(microseconds: Int64(minutes) * 60_000_000)
            let length = span?.localWords ?? ""
            // Translators: in a menu; %1$s is a span such as 10 min
            return (tr("Snooze %1$s", length), "snooze-\(minutes)")
        }
    }

    private static func choices(of row: Agenda.Row) -> [(label: String, action: String)] {
        // Translators: in a menu
        var choices = [(tr("Edit…"), "edit")]
        // Translators: in a menu; ends the pause of a notification
        if row.isPaused { return choices + [(tr("Resume"), "resume")] }
        if row.isNext {
            choices += snoozeChoices
            // Translators: in a menu; the notification comes at its later dates
            if row.repeats { choices.append((tr("Skip This Date"), "skip")) }
        }
        // Translators: in a menu; the notification does not come until it is resumed
        return row.isWaiting ? choices : choices + [(tr("Pause"), "pause")]
    }
}

nonisolated extension RequestKey {
    /// The name by which calls find it: APP/IDENTIFIER, so that no request of another app has it.
    var name: String { "\(appID)/\(identifier)" }

    /// Reads ``name``.
    init(name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(appID: String(parts[0]), identifier: parts.count > 1 ? String(parts[1]) : "")
    }
}
