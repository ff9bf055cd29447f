import AgentInterface
import CAdwaita
import CGLib
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
        let what = row.repeats ? "Remove all dates" : "Remove"
        remove.set("tooltip-text", what)
        remove.setName("\(what): \(row.title)")
        interface["more"].setMenu(
            choices(of: row).map { ($0.label, "win.\($0.action)::\(name)") },
            name: "More: \(row.title)"
        )
    }

    /// The choices of a menu that snooze.
    static var snoozeChoices: [(label: String, action: String)] {
        snoozes.map { ("Snooze \(TimeSpan.words(Int64($0) * 60_000_000))", "snooze-\($0)") }
    }

    private static func choices(of row: Agenda.Row) -> [(label: String, action: String)] {
        var choices = [("Edit…", "edit")]
        if row.isPaused { return choices + [("Resume", "resume")] }
        if row.isNext {
            choices += snoozeChoices
            if row.repeats { choices.append(("Skip This Date", "skip")) }
        }
        return row.isWaiting ? choices : choices + [("Pause", "pause")]
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
