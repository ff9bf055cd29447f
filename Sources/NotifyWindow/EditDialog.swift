import AgentInterface
import CAdwaita
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
        .title: "Title",
        .body: "Text",
        .at: "Date and time, such as tomorrow 9:00",
        .on: "Repeats, such as every weekday at 8:30",
        .before: "Warnings before, such as 1d,1h",
        .nag: "Again until answered, such as 5m,3",
        .late: "If it is late: show, skip, or a span such as 2h",
        .sound: "Sound: default, none, a name or a file",
        .open: "URL that a click opens",
        .run: "Command of launcher.conf to start",
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
        dialog.on("destroy") { [unowned self] in onClose() }
        present()
    }

    /// Brings the dialog to the front.
    func present() { gtk_window_present(interface["dialog"].pointer) }

    /// Closes the dialog.
    func close() { gtk_window_close(interface["dialog"].pointer) }

    private func addFields(of parts: [WrittenPart]) {
        for part in parts {
            fields.append(field(part, part.row.key ?? "--\(part.rawValue)", text(of: part)))
        }
    }

    private func addButton(_ name: String, _ label: String, _ url: String) {
        buttons.append(
            (name, field(.action, "Button", label), field(.action, "URL of the button", url))
        )
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
                start: { [unowned self] in (try? change())?.dates.first ?? due },
                pick: { entry.set("text", $0) }
            )
        }
        // An entry takes 64 KiB; what is longer stays as it is.
        let initial = entry.text("text")
        entry.set("sensitive", initial == text)
        return Field(part: part, entry: entry, initial: initial)
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
