import AgentInterface
import DesktopTexts
import NotifyCore

/// Something that failed and that the user would otherwise not notice.
struct Problem: Sendable {
    let error: RequestError
    /// The title of its bubble.
    let title: String
    /// A later problem of the same identifier replaces it.
    var identifier = "launch-problem"

    /// A click could not start a program.
    static func notOpened(_ request: NotificationRequest, _ error: RequestError) -> Problem {
        Problem(error: error, title: tr("%1$s could not be opened", request.content.quotedTitle))
    }

    /// A text could not be asked for, or is too long.
    static func notAnswered(_ request: NotificationRequest, _ error: RequestError) -> Problem {
        Problem(error: error, title: tr("%1$s could not be answered", request.content.quotedTitle))
    }

    /// The store's files are damaged or were deleted.
    static func store(_ trouble: StoreTrouble) -> Problem {
        Problem(error: RequestError(.storage, trouble.message), title: trouble.title)
    }

    /// A command failed, or its end is not known.
    ///
    /// - Parameter date: when the command was due, in words.
    static func run(_ run: RunIntent, _ end: RunEnd, due date: String) -> Problem {
        let title = run.title.isEmpty ? run.key.identifier : run.title
        return Problem(
            error: RequestError(
                .notFound,
                "\(end.words(of: run.command))\n"
                    // Translators: the title of a notification and when it was due
                    + tr("%1$s, due %2$s", String(title.prefix(60)).isolated, date)
            ),
            title: end.title(of: run.command),
            identifier: "run-problem.\(run.command)"
        )
    }

    /// The request that shows it.
    var request: NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: title, body: error.message)
        )
    }
}

extension NotificationContent {
    /// The title as quoted in a message.
    fileprivate var quotedTitle: String {
        // Translators: the quotation marks around a title
        tr("“%1$s”", String(title.prefix(60)).isolated)
    }
}
