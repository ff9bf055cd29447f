import CAdwaita
import DesktopTexts
import Launcher
import NotifyCore

/// The commands of `launcher.conf`: what names, schemes and URLs start.
final class CommandList {
    /// Called with a command that is to be written, what it was before, and what ends the dialog, or shows in it why
    /// that failed; that returns whether the dialog is still there.
    var onSave: (WrittenCommand, WrittenCommand?, _ end: @escaping ((any Error)?) -> Bool) -> Void =
        { _, _, _ in }
    /// Called with a command that is to be removed.
    var onRemove: (WrittenCommand) -> Void = { _ in }

    private let group: Widget
    private let window: OpaquePointer
    private var commands: [WrittenCommand] = []
    private var rows: [Interface] = []
    /// The latest dialog, which stays until the next one, since its widgets go after it is closed.
    private var dialog: CommandDialog?
    private var isOpen = false

    /// Takes the row of the window that opens the list.
    init(_ group: Widget, over window: OpaquePointer) {
        self.group = group
        self.window = window
    }

    /// Shows commands.
    ///
    /// - Parameters:
    ///   - file: the user's own file; those of other files cannot be removed.
    ///   - problem: why the files have none.
    func show(_ commands: [WrittenCommand], file: String, problem: String?) {
        for row in rows { adw_expander_row_remove(group.pointer, row["row"].pointer) }
        self.commands = commands
        rows = commands.map { row($0, isOwn: $0.file == file) }
        for row in rows { adw_expander_row_add_row(group.pointer, row["row"].pointer) }
        group.setStyle("error", commands.isEmpty && problem != nil)
        // Translators: no command
        let none = problem?.printableLine ?? tr("None yet")
        group.set("subtitle", commands.isEmpty ? none : Self.count(of: commands))
    }

    private static func count(of commands: [WrittenCommand]) -> String {
        let faults = commands.count { $0.problem != nil }
        guard faults > 0 else { return trn("%1$s command", "%1$s commands", commands.count) }
        return trn(
            // Translators: %2$s is how many of them have an error
            "%1$s command, %2$s with an error",
            "%1$s commands, %2$s with an error",
            commands.count,
            String(faults)
        )
    }

    /// Opens the dialog for a new command.
    func addNew() { edit(nil) }

    private func row(_ command: WrittenCommand, isOwn: Bool) -> Interface {
        let interface = Interface(PackageResources.entry_ui)
        let (row, remove) = (interface["row"], interface["remove"])
        let title = Self.title(of: command).printableLine
        row.set("title", title)
        let place = isOwn ? "" : " · \(command.file)"
        let missing = command.missingProgram.map { program in
            // Translators: %1$s is the quoted name of a program, %2$s the command that would start it
            tr("there is no program %1$s: %2$s", program.quoted, command.line)
        }
        row.set(
            "subtitle",
            (command.problem ?? missing ?? command.line).printableLine + place.printableLine
        )
        row.setStyle("error", command.problem != nil || missing != nil)
        row.on("activated") { [unowned self] in edit(command) }
        remove.set("visible", isOwn)
        // Translators: what screen readers call a button; %1$s is a title, or what starts a command
        remove.setName(tr("Remove: %1$s", title))
        remove.on("clicked") { [unowned self] in onRemove(command) }
        return interface
    }

    private static func title(of command: WrittenCommand) -> String {
        switch command.kind {
        case .command: "run:\(command.name.percentEncoded)"
        case .scheme: "\(command.name):"
        case .url: command.name
        }
    }

    private func edit(_ command: WrittenCommand?) {
        if isOpen { return dialog?.present() ?? () }
        let new = CommandDialog(command, besides: commands, over: window)
        (dialog, isOpen) = (new, true)
        new.onClose = { [unowned self] in isOpen = false }
        new.onSave = { [unowned self, weak new] changed in
            onSave(changed, command) { [weak self, weak new] error in
                // Another one may be open by now.
                guard let self, let new, isOpen, dialog === new else { return false }
                if let error { new.show(error) } else { new.close() }
                return true
            }
        }
    }
}
