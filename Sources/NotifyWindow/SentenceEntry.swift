import AgentInterface
import CAdwaita
import CGLib
import NotifyCore
import UserRequests

/// The entry for a sentence, with its live meaning, and a picker that writes a time into it.
final class SentenceEntry {
    /// Called with the request of a sentence that is clear.
    var onAdd: (NotificationRequest) -> Void = { _ in }
    /// The action that adds, which is there only while the sentence is clear.
    var addAction: Widget? {
        didSet { addAction?.set("enabled", false) }
    }

    private let entry: Widget
    private let meaning: Widget
    private let picker: Widget
    private let calendar: Widget
    private let hours: Widget
    private let minutes: Widget

    private var text: String { entry.text("text") }

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        entry = interface["entry"]
        meaning = interface["meaning"]
        picker = interface["picker"]
        calendar = interface["calendar"]
        hours = interface["hours"]
        minutes = interface["minutes"]
        interface["calendar-button"].setButtonName("Choose a day and a time")
        calendar.setNames(
            ofButtonsInFirstChild: [
                "Previous month", "Next month", "Previous year", "Next year",
            ]
        )
        entry.onChange(of: "text") { [unowned self] in explain() }
        entry.on("entry-activated") { [unowned self] in add() }
        picker.on("show") { [unowned self] in prepare() }
    }

    /// Moves the keyboard to the entry.
    func focus() { _ = gtk_widget_grab_focus(entry.pointer) }

    /// Takes back the last change of the text, if there is one and it has the focus.
    func undo(in window: OpaquePointer) -> Bool {
        guard !text.isEmpty, let focus = gtk_window_get_focus(window) else { return false }
        return cadwaita_activate(focus, "text.undo") != 0
    }

    /// Adds what the sentence describes; does nothing while it is not clear.
    func add() {
        guard let sentence = try? read() else { return }
        onAdd(sentence.request)
        entry.set("text", "")
    }

    /// Writes a time in place of the one in the sentence.
    func setTime(_ time: String) {
        entry.set("text", Sentence.text(text, at: time, now: .current, in: .local))
        focus()
        // The title is written before the time.
        gtk_editable_set_position(entry.pointer, text.hasPrefix(" ") ? 0 : -1)
    }

    /// Writes the day and the time of the picker into the sentence.
    func pick() {
        let day = gtk_calendar_get_date(calendar.pointer)
        defer { g_date_time_unref(day) }
        let date = CivilDate(
            year: Int(g_date_time_get_year(day)),
            month: Int(g_date_time_get_month(day)),
            day: Int(g_date_time_get_day_of_month(day))
        )
        let time = CivilTime(
            hour: Int(hours.number("value")),
            minute: Int(minutes.number("value"))
        )
        gtk_popover_popdown(picker.pointer)
        setTime("\(date) \(time)")
    }

    private func read() throws(Sentence.Refusal) -> Sentence {
        try Sentence(text, now: .current, in: .local)
    }

    /// Shows what the sentence means, or what is not clear in it.
    private func explain() {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        let result = Result { () throws(Sentence.Refusal) in try read() }
        var words = ""
        var isClear = false
        switch result {
        case .success(let sentence):
            let now = Instant.current
            let dates = sentence.dates.map {
                "\($0.words) (\(RelativeTime.words($0, to: now)))"
            }
            words =
                "\(sentence.request.headline.quoted), \(sentence.time)\n"
                + dates.joined(separator: "\n")
            isClear = true
        case .failure(let refusal): words = refusal.message
        }
        meaning.set("label", words)
        meaning.set("visible", !isEmpty)
        meaning.setStyle("error", !isClear)
        addAction?.set("enabled", isClear)
    }

    /// Begins the picker with the date of the sentence, or in an hour.
    private func prepare() {
        let later = Instant.current.advanced(byMicroseconds: 3_600_000_000)
        let wall = WallTime((try? read())?.dates.first ?? later, in: SystemZone.local)
        let date = g_date_time_new_local(
            Int32(wall.date.year),
            Int32(wall.date.month),
            Int32(wall.date.day),
            0,
            0,
            0
        )
        if let date {
            gtk_calendar_select_day(calendar.pointer, date)
            g_date_time_unref(date)
        }
        hours.set("value", Double(wall.time.hour))
        minutes.set("value", Double(wall.time.minute))
    }
}
