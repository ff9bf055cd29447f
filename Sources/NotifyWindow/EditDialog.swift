import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore
import UserRequests

/// The dialog that changes a pending request, with an entry for each part of it.
///
/// The entries have the texts of the command's options and of its editor.
final class EditDialog {
    /// Called with the change that is to be made.
    var onSave: (RequestEdit.Change) -> Void = { _ in }
    /// Called once the dialog is closed.
    var onClose: () -> Void = {}

    /// The parts that a request may get here, with what they are called; others are there if the request has them.
    private static let titles: KeyValuePairs<WrittenPart, String> = [
        // Translators: the first line of a notification
        .title: tr("Title"),
        // Translators: the text of a notification, below its title
        .body: tr("Text"),
        // Translators: %1$s is what may be written, which is read in English only
        .at: tr("Date and time, such as %1$s", "tomorrow 9:00"),
        // Translators: the rule by which it repeats; %1$s is what may be written, which is read in English only
        .on: tr("Repeats, such as %1$s", "every weekday at 8:30"),
        // Translators: spans before the date at which it is shown as well
        .before: tr("Warnings before, such as %1$s", "1d,1h"),
        // Translators: it is shown again until the user answers: a span, and how often at most
        .nag: tr("Again until answered, such as %1$s", "5m,3"),
        // Translators: what is done if it could not be shown in time; %1$s to %3$s are what may be written
        .late: tr("If it is late: %1$s, %2$s, or a span such as %3$s", "show", "skip", "2h"),
        // Translators: %1$s and %2$s are words that may be written, default and none
        .sound: tr("Sound: %1$s, %2$s, a name or a file", "default", "none"),
        // Translators: a click on the notification
        .open: tr("URL that a click opens"),
        // Translators: a command of the file %1$s, which the notification starts
        .run: tr("Command of %1$s to start", "launcher.conf"),
    ]
    /// What parts are called that a request has from elsewhere.
    private static let otherTitles: [WrittenPart: String] = [
        // Translators: a line below the title of a notification
        .subtitle: tr("Second line"),
        // Translators: after which span it comes
        .delay: tr("After, such as %1$s", "1h30m"),
        // Translators: a span after which it comes again
        .every: tr("Each time this has passed, such as %1$s", "2h"),
        // Translators: parts of dates, such as a weekday and an hour
        .components: tr("Calendar components, such as %1$s", "weekday=3,hour=14"),
        // Translators: the program cron has rules of five fields
        .cron: tr("Cron's five fields"),
        .rrule: tr("Rule of a calendar (RFC 5545)"),
        // Translators: metres around the place
        .near: tr("Place: latitude, longitude and metres"),
        // Translators: of what repeats
        .starting: tr("First date"),
        // Translators: dates on which what repeats does not come
        .except: tr("Not on"),
        // Translators: dates on which what repeats comes as well
        .also: tr("Also on"),
        // Translators: the last date of what repeats
        .until: tr("Until"),
        .times: tr("How often in total"),
        .zone: tr("Time zone"),
        .level: tr(
            // Translators: %1$s to %4$s are the words that may be written, from passive to critical
            "Level: %1$s, %2$s, %3$s or %4$s",
            "passive",
            "active",
            "time-sensitive",
            "critical"
        ),
        .badge: tr("Number at the app's icon"),
        .icon: tr("Icon: a name or a file"),
        // Translators: the span after which the bubble of a notification closes by itself
        .expire: tr("Close the bubble after"),
        // Translators: buttons that move the notification by a span each
        .snooze: tr("Snooze buttons, such as %1$s", "10m,1h"),
        // Translators: what a bubble's field for an answer shows while it is empty
        .reply: tr("Placeholder of the reply field"),
        // Translators: what the notification belongs to
        .thread: tr("Conversation or topic"),
        .category: tr("Category of the app"),
        .appName: tr("Program's name in the bubble"),
    ]
    /// The parts whose texts are no single line.
    private static let unshown: Set<WrittenPart> = [
        .action, .attach, .hint, .userInfo, .reallyOften,
    ]

    /// An entry.
    private struct Field {
        let part: WrittenPart
        let entry: Widget
        /// Its text at the beginning.
        let initial: String

        var text: String { entry.text("text") }
        var isChanged: Bool { text != initial }
    }

    private let interface = Interface(PackageResources.edit_ui)
    private let edit: RequestEdit
    /// The date that the picker begins with; `nil` if there is none.
    private let due: Instant?
    private var fields: [Field] = []
    /// The label and the URL of each button, by its identifier.
    private var buttons: [(name: String, label: Field, url: Field)] = []
    private var picker: DatePicker?
    /// Whether the row of the error is in the list.
    private var hasFault = false

    /// Opens the dialog over a window.
    init(_ pending: PendingRequest, over window: OpaquePointer) {
        let request = pending.request
        due = request.trigger.hasDates ? pending.due : nil
        edit = RequestEdit(request, now: .current, in: .local)
        let titles = Dictionary(uniqueKeysWithValues: Self.titles.map { ($0, $1) })
        let written = edit.written.parts.filter { titles[$0] == nil && !Self.unshown.contains($0) }
        // Other ways to say when stand beside the first two.
        let time = written.filter(WrittenPart.partsOfTime.contains)
        for part in Self.titles.map(\.key) {
            fields.append(field(part, titles[part] ?? "", text(of: part)))
            if part == .on { addFields(of: time) }
        }
        addFields(of: written.filter { !time.contains($0) })
        for entry in edit.written.entries(of: .action) {
            addButton(entry.name ?? "", entry.label ?? "", entry.text)
        }
        addButton(freeName, "", "")
        interface["save"].on("clicked") { [unowned self] in save() }
        let dialog = interface["dialog"]
        dialog.set("transient-for", window)
        dialog.onClose { [unowned self] in onClose() }
        present()
    }

    /// Brings the dialog to the front.
    func present() { gtk_window_present(interface["dialog"].pointer) }

    /// Closes the dialog.
    func close() { gtk_window_close(interface["dialog"].pointer) }

    private func addFields(of parts: [WrittenPart]) {
        for part in parts {
            let title = Self.otherTitles[part] ?? part.row.key ?? part.rawValue
            fields.append(field(part, title, text(of: part)))
        }
    }

    private func addButton(_ name: String, _ label: String, _ url: String) {
        // Translators: above an entry: the text of a notification's button
        let label = field(.action, tr("Button"), label)
        buttons.append((name, label, field(.action, tr("URL of the button"), url)))
    }

    private func text(of part: WrittenPart) -> String {
        let texts = edit.written.entries(of: part).map(\.text)
        let separator = part.row.separator == ";" ? "; " : ","
        return part.row.repeats ? texts.joined(separator: separator) : texts.last ?? ""
    }

    /// Adds an entry to the list.
    private func field(_ part: WrittenPart, _ title: String, _ text: String) -> Field {
        let interface = Interface(PackageResources.part_ui)
        let entry = interface["part"]
        entry.set("title", title)
        entry.set("tooltip-text", part.row.help)
        entry.set("text", text)
        gtk_list_box_insert(self.interface["parts"].pointer, entry.pointer, -1)
        entry.onChange(of: "text") { [unowned self] in check() }
        if part == .at {
            let button = interface["calendar-button"]
            button.set("visible", true)
            picker = DatePicker(
                button,
                zone: { [unowned self] in zone },
                start: { [unowned self] in (try? change())?.dates.first ?? due },
                pick: { entry.set("text", $0) }
            )
        }
        // An entry takes 64 KiB; what is longer stays as it is.
        let initial = entry.text("text")
        entry.set("sensitive", initial == text)
        return Field(part: part, entry: entry, initial: initial)
    }

    /// The zone of the dates: that of the request, as it is written now.
    private var zone: SystemZone {
        let name = fields.last { $0.part == .zone }?.text
        return name.flatMap(SystemZone.init(named:)) ?? .local
    }

    private var freeName: String {
        let names = Set(edit.original.actions.map(\.identifier))
        return (1...).lazy.map { "action-\($0)" }.first { !names.contains($0) } ?? ""
    }

    /// What is written now; nothing about parts that are as before.
    private var written: WrittenRequest {
        var written = edit.written
        for field in fields where field.isChanged {
            written[field.part] = field.text.isEmpty ? nil : field.text
        }
        guard buttons.contains(where: { $0.label.isChanged || $0.url.isChanged }) else {
            return written
        }
        written.remove([.action])
        for (name, label, url) in buttons where !label.text.isEmpty || !url.text.isEmpty {
            if url.text.isEmpty {
                // The command has the sentence for a button without a URL.
                written.add(.action, label.text)
            } else {
                written.add(button: name, label: label.text, url: url.text)
            }
        }
        return written
    }

    private func change() throws(Refusal) -> RequestEdit.Change? {
        try edit.change(to: written, now: .current)
    }

    /// Says what the texts mean, or what is not clear, at its entry.
    private func check() {
        var isClear = false
        var dates: [Instant] = []
        do throws(Refusal) {
            if let change = try change() { (isClear, dates) = (true, change.dates) }
            show(nil)
        } catch {
            show(error)
        }
        interface["save"].set("sensitive", isClear)
        interface["meaning"].set("visible", !dates.isEmpty)
        interface["meaning"].set("label", SentenceEntry.words(dates))
    }

    /// Shows an error below the entry that it is about, or at the end.
    func show(_ refusal: Refusal?) {
        let list = interface["parts"].pointer
        let row = interface["fault-row"].pointer
        if hasFault { gtk_list_box_remove(list, row) }
        hasFault = refusal != nil
        let all = fields + buttons.flatMap { [$0.label, $0.url] }
        for field in all {
            field.entry.setStyle("error", field.part == refusal?.part && field.isChanged)
        }
        guard let refusal else { return }
        let place =
            all.lastIndex { $0.part == refusal.part && $0.isChanged }
            ?? all.lastIndex { $0.part == refusal.part }
        interface["fault"].set("label", refusal.message)
        gtk_list_box_insert(list, row, place.map { Int32($0) + 1 } ?? -1)
    }

    private func save() { if let change = try? change() { onSave(change) } }
}
