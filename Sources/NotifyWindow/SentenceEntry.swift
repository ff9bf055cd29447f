import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore
import UserRequests

/// The entry for a sentence, with its live meaning, and a picker that writes a time into it.
final class SentenceEntry {
    /// Called with the request of a sentence that is clear; ``finish(_:)`` follows.
    var onAdd: (NotificationRequest) -> Void = { _ in }
    /// The action that adds, which is there only while the sentence is clear.
    var addAction: Widget? {
        didSet { addAction?.set("enabled", false) }
    }

    private let entry: Widget
    private let meaning: Widget
    private var picker: DatePicker?
    /// The sentence that is being added.
    private var adding: String?

    private var text: String { entry.text("text") }

    /// Takes the parts of the window.
    init(_ interface: Interface) {
        entry = interface["entry"]
        meaning = interface["meaning"]
        picker = DatePicker(
            interface["calendar-button"],
            start: { [unowned self] in (try? read())?.dates.first },
            pick: { [unowned self] in setTime($0) }
        )
        entry.onChange(of: "text") { [unowned self] in explain() }
        entry.on("entry-activated") { [unowned self] in add() }
    }

    /// Moves the keyboard to the entry.
    func focus() { _ = gtk_widget_grab_focus(entry.pointer) }

    /// Takes back the last change of the text that has the focus, as of a search.
    ///
    /// - Returns: `false` if no text has it, or the entry has it and is empty.
    func undo(in window: OpaquePointer) -> Bool {
        guard let focus = gtk_window_get_focus(window),
            cadwaita_is(UnsafeMutableRawPointer(focus), "GtkText") != 0
        else { return false }
        // What the empty entry had is added, and that is taken back.
        if text.isEmpty, gtk_widget_is_ancestor(focus, entry.pointer) != 0 { return false }
        _ = cadwaita_activate(focus, "text.undo")
        return true
    }

    /// Adds what the sentence describes; does nothing while it is not clear.
    func add() {
        guard adding == nil, let sentence = try? read() else { return }
        adding = text
        onAdd(sentence.request)
    }

    /// Ends what ``add()`` began: the sentence goes once it is added, and stays if that failed.
    func finish(_ isAdded: Bool) {
        if isAdded, text == adding { entry.set("text", "") }
        adding = nil
    }

    /// Writes a time in place of the one in the sentence.
    func setTime(_ time: String) {
        entry.set("text", Sentence.text(text, at: time, now: .current, in: .local))
        focus()
        // The title is written before the time.
        gtk_editable_set_position(entry.pointer, text.hasPrefix(" ") ? 0 : -1)
    }

    private func read() throws(Refusal) -> Sentence {
        try Sentence(text, now: .current, in: .local)
    }

    /// Shows what the sentence means, or what is not clear in it.
    private func explain() {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        let result = Result { () throws(Refusal) in try read() }
        var words = ""
        var isClear = false
        switch result {
        case .success(let sentence):
            let title = sentence.request.headline.quoted
            words = "\([title, sentence.time].listed)\n\(Self.words(sentence.dates))"
            isClear = true
        case .failure(let refusal): words = refusal.message
        }
        meaning.set("label", words)
        meaning.set("visible", !isEmpty)
        meaning.setStyle("error", !isClear)
        addAction?.set("enabled", isClear)
    }

    /// The lines of dates.
    static func words(_ dates: [Instant]) -> String {
        let now = Instant.current
        return dates.map { "\($0.words) (\(RelativeTime.words($0, to: now)))" }
            .joined(separator: "\n")
    }
}
