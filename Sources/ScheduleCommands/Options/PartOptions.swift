import AgentInterface
import ArgumentParser
import NotifyCore

/// The options of `add` and `edit` for what a notification shows, plays and does.
struct PartOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "A second line under the title.")
    var subtitle: String?

    @Option(
        parsing: .unconditional,
        help: "default, none, a sound name of the theme, or a file.",
        completion: .list(["default", "none"])
    )
    var sound: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Badge number of the app from its delivery on; 0 hides it.",
            valueName: "n"
        )
    )
    var badge: Int?

    @Option(
        parsing: .unconditional,
        help: "passive, active, time-sensitive or critical.",
        completion: .list(InterruptionLevel.allCases.map(\.rawValue))
    )
    var level: String?

    @Option(
        name: .customLong("open"),
        parsing: .unconditional,
        help: ArgumentHelp("URL that a click on the notification opens.", valueName: "url"),
        completion: .urls
    )
    var openURL: String?

    @Option(
        name: .customLong("run"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "A [Command] of launcher.conf to start when it is due.",
            valueName: "command"
        ),
        completion: .commands
    )
    var command: String?

    @Option(
        name: .customLong("action"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A button and the URL it opens; repeatable. \\= is a = in the label.",
            valueName: "label=url"
        )
    )
    var actions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Buttons that show it again later, such as 10m,1h.",
            valueName: "duration,…"
        )
    )
    var snooze: String?

    @Option(
        name: .customLong("attach"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An image, sound or video to attach; repeatable. The file is copied.",
            valueName: "file"
        ),
        completion: .file()
    )
    var attachments: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A button with a text field that has this placeholder.",
            valueName: "placeholder"
        )
    )
    var reply: String?

    /// The names of the options that are given.
    var given: [String] {
        [
            ("subtitle", subtitle != nil), ("sound", sound != nil), ("badge", badge != nil),
            ("level", level != nil), ("open", openURL != nil),
            ("run", command != nil), ("action", !actions.isEmpty),
            ("snooze", snooze != nil), ("attach", !attachments.isEmpty), ("reply", reply != nil),
        ].filter(\.1).map(\.0)
    }

    /// Returns the sound that `--sound` names; `nil` for none.
    func checkedSound() throws(RequestError) -> NotificationSound? {
        guard let sound else { return nil }
        do {
            return try SoundCheck(takesRelativePaths: true).sound(sound)
        } catch {
            throw error.ofOptions
        }
    }

    /// Returns the level of `--level`; `nil` if it is not given.
    func interruptionLevel() throws(RequestError) -> InterruptionLevel? {
        guard let level else { return nil }
        guard let known = InterruptionLevel(rawValue: level) else {
            throw RequestError.unknown(
                level,
                of: "--level",
                among: InterruptionLevel.allCases.map(\.rawValue)
            )
        }
        return known
    }

    /// Returns the buttons of `--action`.
    func urlActions() throws(RequestError) -> [NotificationAction] {
        try ActionArgument.actions(actions)
    }

    /// The button of `--reply`.
    var replyActions: [NotificationAction] {
        reply.map { [.reply(placeholder: $0)] } ?? []
    }

    /// Returns the buttons of `--snooze`.
    func snoozeActions() throws(RequestError) -> [NotificationAction] {
        guard let snooze else { return [] }
        var actions: [NotificationAction] = []
        for part in snooze.split(separator: ",", omittingEmptySubsequences: false) {
            do {
                actions.append(.snooze(try NotificationTrigger.snoozeLength(String(part))))
            } catch {
                throw error.calling("--snooze")
            }
        }
        return actions
    }

    /// Opens and checks the files of `--attach`.
    func attachmentFiles() throws(RequestError) -> [AttachmentFile] {
        try AttachArgument.files(attachments)
    }

    /// Returns the attachments for the opened files.
    func attachments(_ files: [AttachmentFile]) -> [NotificationAttachment] {
        files.enumerated().map { index, file in
            AttachArgument.attachment(file, path: attachments[index], index: index)
        }
    }
}
