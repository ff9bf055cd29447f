import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule remove`.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        _superCommandName: NotifySchedule.name,
        abstract: "Remove requests and their bubbles.",
        usage: "notify-schedule remove [<options>] [<identifiers> ...]",
        discussion: """
            Examples:
              notify-schedule remove meeting tea
              notify-schedule remove --prefix habit/
              notify-schedule remove --all --delivered
              notify-schedule remove --all --app all

            On a terminal, --all asks first. What was removed can be restored for 7 days,
            see notify-schedule undo and list removed, if not with --forever. More than
            that can be restored of is removed only after a question, or with --yes.
            Of an event that was imported, all alarms of the same date go.
            """,
        aliases: ["rm"]
    )

    @OptionGroup
    var selection: SelectionOptions

    @Flag(help: "Only pending requests.")
    var pending = false

    @Flag(help: "Only delivered notifications.")
    var delivered = false

    @Flag(name: .shortAndLong, help: "Do not ask, also where more is removed than can be restored.")
    var yes = false

    @Flag(help: "Keep nothing for undo and restore.")
    var forever = false

    @Flag(help: "Print the removed identifiers as JSON.")
    var json = false

    func run() throws {
        var options: [(key: String, value: Variant)] = []
        if pending != delivered {
            options.append(("lists", .strings([pending ? "pending" : "delivered"])))
        }
        if selection.app == nil { options.append(("others", .boolean(true))) }
        if !selection.identifiers.isEmpty { options.append(("alarms", .boolean(true))) }
        if !forever { options.append(("keep", .boolean(true))) }
        let entries = try selection.entries(for: "remove")
        let client = try AgentClient()
        guard try !selection.all || yes || isConfirmed(client) else {
            Terminal.writeError("nothing was removed")
            throw ExitCode.failure
        }
        let lists: [TitleLookup.List] =
            (pending || !delivered ? [.pending] : []) + (delivered || !pending ? [.delivered] : [])
        let (removed, selection) = try selection.carryOut("remove", entries, in: lists, client) {
            try remove($0 + options, client)
        }
        try warn(ofFilesBehind: removed, client)
        try selection.report(
            removed,
            verb: "remove",
            done: "removed",
            in: lists,
            client,
            json: json
        )
    }

    /// Removes them, and asks first where more is removed than can be restored.
    private func remove(
        _ entries: [(key: String, value: Variant)],
        _ client: AgentClient
    ) throws -> [String] {
        do {
            let mayExceed = forever ? [] : [("exceed", Variant.boolean(false))]
            return try client.remove(.dictionary(entries + mayExceed))
        } catch let error as RequestError where error.code == .notKept {
            if yes {
                Terminal.warn(error.message)
            } else {
                guard Terminal.hasUser else {
                    throw error.adding(
                        wayOut:
                            "to remove them all the same, add --yes, or --forever to keep nothing"
                    )
                }
                Terminal.warn(error.message)
                guard Terminal.confirms("Remove them all the same?") else {
                    Terminal.writeError("nothing was removed")
                    throw ExitCode.failure
                }
            }
            return try client.remove(.dictionary(entries))
        }
    }

    /// Returns whether to remove all of them.
    ///
    /// A script is not asked.
    private func isConfirmed(_ client: AgentClient) throws -> Bool {
        guard Terminal.hasUser else { return true }
        let app = try AppFilter.id(selection.app ?? AgentNames.app)
        let pendingCount = delivered && !pending ? 0 : try client.count(\.pending, app: app)
        let deliveredCount = pending && !delivered ? 0 : try client.count(\.delivered, app: app)
        guard pendingCount + deliveredCount > 0 else { return true }
        let parts = [
            pendingCount > 0 ? "\(pendingCount) pending" : nil,
            deliveredCount > 0 ? "\(deliveredCount) delivered" : nil,
        ]
        let owner = app.map { $0 == AgentNames.app ? "" : " of \($0)" } ?? " of all apps"
        let what = parts.compactMap { $0 }.joined(separator: " and ")
        return Terminal.confirms("Remove \(what)\(owner)?")
    }

    /// Warns of files of requests.d that stay, because a change of one adds its request again.
    private func warn(ofFilesBehind removed: [String], _ client: AgentClient) throws {
        let start = "\(AgentNames.requestFilesApp)/"
        for key in removed where key.hasPrefix(start) {
            let identifier = String(key.dropFirst(start.count))
            let last = try client.history(
                of: identifier,
                app: AgentNames.requestFilesApp,
                events: ["removed"],
                limit: 1
            ).first
            guard let file = last?.detail, !file.isEmpty else { continue }
            Terminal.warn(
                "\(identifier.quoted) comes from the file \(file), which adds it again when it changes; "
                    + "delete the file to remove it for good"
            )
        }
    }
}
