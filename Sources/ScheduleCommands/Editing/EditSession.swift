import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore
import RequestFiles

/// The change of a request in the user's editor.
struct EditSession {
    private let original: NotificationRequest
    private let text: RequestText
    private let editor: UserEditor
    private let file: EditedFile

    /// Prepares the text of a pending request.
    ///
    /// - Throws: ``UsageError`` if there is no terminal or editor, ``NotifyCore/RequestError`` if the request
    ///   comes from a file.
    init(_ pending: PendingRequest, in zone: SystemZone) throws {
        original = pending.request
        if let path = original.fileOrigin, access(path, F_OK) == 0 {
            throw RequestError(
                .invalidContent,
                "\(original.identifier.quoted) comes from the file \(path); edit that file"
            )
        }
        editor = try UserEditor()
        var comment = [
            "The request \(original.key.name.printableLine), in the format of requests.d:",
            "man 5 notify-schedule. An empty file changes nothing.",
        ]
        if original.trigger.hasDates, original.trigger != .immediate {
            comment.append("Next: \(DateText.forPeople(pending.due, in: zone))")
        }
        text = RequestText(original, comment: comment, now: Self.now, zones: .system)
        file = try EditedFile(original.identifier)
    }

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    /// Checks that there is a terminal for an editor.
    static func checkTerminal() throws(UsageError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw UsageError(
                "nothing is given to change, and there is no terminal for an editor; write an option, such as "
                    + "--at 15:00, --by +1h or --title"
            )
        }
    }

    /// Has the user change the text until it has no error, and stores what it describes.
    ///
    /// - Parameter store: stores the change; its text is kept if this fails.
    /// - Returns: the result of `store`; `nil` if nothing was changed.
    func run<Result>(_ store: (RequestText.Change) throws -> Result) throws -> Result? {
        var keepsText = false
        defer { if !keepsText { file.remove() } }
        var shown = text.text
        while true {
            try file.write(shown)
            do {
                try editor.edit(file.path)
                let edited = ErrorComments.removed(from: try file.text())
                guard Self.hasContent(edited) else {
                    Terminal.writeError("the text is empty, so nothing was changed")
                    throw ExitCode.failure
                }
                guard let change = try text.change(to: edited, path: file.path, now: Self.now)
                else {
                    Terminal.writeError("nothing changed")
                    return nil
                }
                keepsText = true
                let result = try store(change)
                keepsText = false
                return result
            } catch let refusal as RequestFile.Refusal {
                let edited = ErrorComments.removed(from: try file.text())
                let next = ErrorComments.added(refusal.faults, to: edited)
                // The user has seen the errors and gives up.
                guard next != shown else {
                    keepsText = true
                    reportPlace()
                    throw RequestError(
                        .invalidContent,
                        refusal.faults.first?.message ?? "the text has errors"
                    )
                }
                shown = next
            } catch let exit as ExitCode {
                throw exit
            } catch {
                keepsText = (try? file.text()) ?? shown != shown
                if keepsText { reportPlace() }
                throw error
            }
        }
    }

    /// Whether a text has more than comments.
    private static func hasContent(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
        }
    }

    private func reportPlace() {
        Terminal.writeError("your text is kept in \(file.path)")
    }
}
