import GLibBridge
import Glibc
import NotifyCore

/// The user's editor.
struct UserEditor {
    /// The program and its arguments.
    private let words: [String]

    /// Finds the editor: that of the variables `VISUAL` and `EDITOR`, else the system's.
    ///
    /// - Throws: ``UsageError`` if there is none.
    init() throws(UsageError) {
        for variable in ["VISUAL", "EDITOR"] {
            guard let line = Environment[variable], !line.isEmpty else { continue }
            do {
                words = try ShellWords.split(line)
            } catch {
                throw UsageError("the variable \(variable) is \(line.quoted): \(error.message)")
            }
            return
        }
        let installed = ["editor", "sensible-editor", "vi"].lazy.compactMap(InstalledProgram.path)
        guard let editor = installed.first else {
            throw UsageError(
                "no editor is installed; install one and set EDITOR, or write options, such as --at 15:00"
            )
        }
        words = [editor]
    }

    /// Has the user edit a file, and waits for the end of the editor.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be started, or failed.
    func edit(_ path: String) throws(RequestError) {
        let name = words.first ?? ""
        // What is typed for the editor must not end this program and leave the file behind. A handler is not passed on
        // to the editor.
        let signals = [SIGINT, SIGQUIT]
        let handlers = signals.map { signal($0) { _ in } }
        defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
        let status: Int32
        do {
            status = try ProgramStart(arguments: words + [path]).answer(on: 3).status
        } catch {
            throw RequestError(
                .invalidContent,
                "the editor \(name.quoted) cannot be started: \(String(cString: strerror(error.number))); "
                    + "set EDITOR to another one"
            )
        }
        guard status == 0 else {
            throw RequestError(
                .invalidContent,
                "the editor \(name.quoted) ended with status \(status), so nothing was edited"
            )
        }
    }
}
