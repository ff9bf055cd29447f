import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore
import UserRequests

/// The list of what happened, latest first, with what can be done about what is listed still.
final class HistoryPage {
    /// The maximum number of rows, which is that of the agent's reply.
    nonisolated static let limit = 1_000

    /// An event.
    nonisolated struct Row: Hashable, Sendable {
        /// The title of the request.
        let title: String
        /// When it was, and what.
        let subtitle: String
        /// The request on the command line.
        let name: String
        /// Whether it is in the list of delivered notifications.
        let isListed: Bool
        /// What a click on the notification opens; empty for nothing.
        let url: String
        /// Whether it tells that something was not shown, or could not be done.
        let isAlert: Bool

        /// Takes over an event.
        init(_ event: RequestEvent, _ listed: DeliveredNotification?, in zone: SystemZone) {
            title = (event.title.isEmpty ? event.key.identifier : event.title).printableLine
            let words = "\(event.date.words) · \(HistoryText.words(event, in: zone))"
            let app = event.key.appID == AgentNames.app ? "" : " · \(event.key.appID.isolated)"
            subtitle = (words + app).printableLine
            name = event.key.name
            isListed = listed != nil
            url = listed?.request.openURL ?? ""
            isAlert = HistoryText.isAlert(event)
        }
    }

    private let list: RowList<Row>
    private let page: Widget
    private let search: Widget
    private let nothing: Widget
    private var rows: [Row] = []

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        page = interface["history-page"]
        search = interface["history-search"]
        nothing = interface["history-nothing"]
        list = RowList(
            interface["history"],
            PackageResources.row_ui,
            fill: Self.fill,
            isActive: { _ in false },
            leave: { gtk_menu_button_popdown($0["more"].pointer) }
        )
        search.on("search-changed") { [unowned self] in filter() }
    }

    /// Moves the keyboard to the search.
    func focusSearch() { _ = gtk_widget_grab_focus(search.pointer) }

    /// Shows events.
    func show(_ rows: [Row]) {
        self.rows = rows
        filter()
    }

    /// Shows the rows that have the text that is looked for.
    private func filter() {
        let text = search.text("text")
        let wanted = text.isEmpty ? nil : TextSearch(text)
        let found = rows.filter { row in
            // The marks around a title are not what one looks for.
            wanted.map { $0.isFound(in: row.title) || $0.isFound(in: row.subtitle.withoutMarks) }
                ?? true
        }
        list.show(found)
        page.set("visible", !found.isEmpty)
        nothing.set("visible", found.isEmpty)
        nothing.set(
            "title",
            rows.isEmpty ? tr("Nothing Has Happened Yet") : tr("Nothing Is Found")
        )
        nothing.set(
            "description",
            rows.isEmpty
                ? tr("What is shown, missed or answered is listed here.")
                // Translators: the words that are looked for
                : tr("Nothing that happened has these words.")
        )
    }

    private static func fill(_ interface: Interface, _ row: Row) {
        interface["title"].set("label", row.title)
        interface["subtitle"].set("label", row.subtitle)
        interface["subtitle"].setStyle("error", row.isAlert)
        interface["remove"].set("visible", false)
        interface["more"].set("visible", row.isListed)
        guard row.isListed else { return }
        // Translators: in a menu; shows a notification again
        var choices = [(tr("Show Again"), "win.again::\(row.name)")]
        choices += AgendaList.snoozeChoices.map { ($0.label, "win.\($0.action)::\(row.name)") }
        // Translators: in a menu; opens what a click on the notification opens
        if !row.url.isEmpty { choices.append((tr("Open"), "win.open::\(row.url)")) }
        // Translators: what screen readers call the button of a menu; %1$s is a title
        interface["more"].setMenu(choices, name: tr("More: %1$s", row.title))
    }
}
