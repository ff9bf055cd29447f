import CAdwaita
import DesktopTexts
import Launcher
import NotifyCore

/// The dialog that writes a command of `launcher.conf`: what a name, a scheme or a URL starts.
final class CommandDialog {
    /// Called with the command that is to be written.
    var onSave: (WrittenCommand) -> Void = { _ in }
    /// Called once the dialog is closed.
    var onClose: () -> Void = {}

    private static let kinds: [CommandEntry.Kind] = [.command, .scheme, .url]

    private let interface = Interface(PackageResources.command_ui)
    private let edited: WrittenCommand?
    private let others: [WrittenCommand]

    /// Opens the dialog over a window.
    ///
    /// - Parameters:
    ///   - edited: the command that is edited; `nil` for a new one.
    ///   - others: the commands whose names are taken.
    init(_ edited: WrittenCommand?, besides others: [WrittenCommand], over window: OpaquePointer) {
        self.edited = edited
        self.others = others
        let (kind, name, line) = (interface["kind"], interface["name"], interface["line"])
        name.set("text", edited?.name ?? "")
        line.set("text", edited?.line ?? "")
        if let edited { kind.set("selected", place: Self.kinds.firstIndex(of: edited.kind) ?? 0) }
        kind.set("sensitive", edited == nil)
        name.set("sensitive", edited == nil)
        kind.onChange(of: "selected") { [unowned self] in check() }
        for entry in [name, line] {
            entry.onChange(of: "text") { [unowned self] in check() }
            entry.on("entry-activated") { [unowned self] in save() }
        }
        interface["save"].on("clicked") { [unowned self] in save() }
        let dialog = interface["dialog"]
        dialog.set("transient-for", window)
        dialog.onClose { [unowned self] in onClose() }
        check()
        present()
        _ = gtk_widget_grab_focus((edited == nil ? name : line).pointer)
    }

    /// Brings the dialog to the front.
    func present() { gtk_window_present(interface["dialog"].pointer) }

    /// Closes the dialog.
    func close() { gtk_window_close(interface["dialog"].pointer) }

    /// Shows why the command could not be written.
    func show(_ error: any Error) { explain(error.sentence, isFault: true) }

    private var kind: CommandEntry.Kind {
        let index = interface["kind"].place("selected")
        return Self.kinds.indices.contains(index) ? Self.kinds[index] : .command
    }

    /// What is written now.
    private func command() throws(RequestError) -> WrittenCommand {
        let line = interface["line"].text("text")
        if let edited { return try edited.starting(line) }
        let name = String(interface["name"].text("text").drop { $0 == " " })
        let command = try WrittenCommand(kind, name, startingWith: line)
        if others.contains(where: { $0.isFor(command) }) {
            throw RequestError(
                .invalidIdentifier,
                // Translators: a command; %1$s is its name, in quotes
                tr("there is one for %1$s already; edit that one", name.quoted)
            )
        }
        return command
    }

    /// Says what the command starts, or what is not clear.
    private func check() {
        let isEmpty =
            edited == nil && ["name", "line"].contains { interface[$0].text("text").isEmpty }
        interface["name"].set("title", Self.title(of: kind))
        do throws(RequestError) {
            let command = try command()
            interface["save"].set("sensitive", command != edited)
            if let program = command.missingProgram {
                explain(
                    // Translators: %1$s is its name, in quotes; there may be no right to run it
                    tr("There is no program %1$s, or it may not be run", program.quoted),
                    isFault: true
                )
            } else {
                explain(Self.words(command), isFault: false)
            }
        } catch {
            interface["save"].set("sensitive", false)
            explain(isEmpty ? Self.hint : error.message, isFault: !isEmpty)
        }
    }

    private func explain(_ words: String, isFault: Bool) {
        interface["meaning"].set("label", words)
        interface["meaning"].setStyle("error", isFault)
    }

    private func save() { if let command = try? command(), command != edited { onSave(command) } }

    private static func title(of kind: CommandEntry.Kind) -> String {
        switch kind {
        // Translators: above an entry; %1$s is an example of a name
        case .command: tr("Name, such as %1$s", "backup")
        // Translators: above an entry; %1$s is an example of a URL's scheme
        case .scheme: tr("Scheme, such as %1$s", "clock")
        // Translators: above an entry; %1$s is an example of a URL
        case .url: tr("URL, such as %1$s", "prefs:root=WIFI")
        }
    }

    private static func words(_ command: WrittenCommand) -> String {
        switch command.kind {
        case .command:
            tr(
                // Translators: a notification with this command starts it, too; %1$s is the URL
                "The URL %1$s starts it, and a notification with this command",
                "run:\(command.name.percentEncoded)"
            )
        // Translators: %1$s is a scheme with its colon
        case .scheme: tr("Each URL that begins with %1$s starts it", "\(command.name):")
        // Translators: only this URL starts it
        case .url: tr("This URL alone starts it")
        }
    }

    private static var hint: String {
        let fields = tr(
            // Translators: each %N$s is what stands for it, such as %h; the whole URL, its host, its path, its query
            "In an argument, %1$s is the whole URL, %2$s its host, %3$s its path, and %4$s an item of its query.",
            "%u",
            "%h",
            "%p",
            "%{name}"
        )
        // Translators: the command is started without a shell, such as bash
        return [tr("No shell is used."), fields].following
    }
}
