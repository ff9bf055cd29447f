import AgentInterface
import CAdwaita
import DesktopTexts
import GLibBridge
import Glibc
import Launcher
import NotifyCore
import UserRequests

/// The window: what comes, and a sentence to add more.
///
/// It follows the agent: what a command or another program adds, removes or answers is there at once. Each change goes
/// through the call that the command of that name makes.
final class MainWindow {
    private let interface = Interface(PackageResources.window_ui)
    private let entry: SentenceEntry
    private let list: AgendaList
    private let history: HistoryPage
    private let launcher: LauncherPage
    private let commands: CommandList
    private let checks: StatusList
    private let apps: StatusList
    private let calendars: StatusList
    private let machines: StatusList
    // Translators: title of the dialog that chooses files
    private lazy var lists = FileSource(interface["launcher-page"], title: tr("Import")) {
        [unowned self] in importLists($0)
    }
    private let relay = RelaySession()
    /// The commands of the buttons of ``checks``, by the rows' ids.
    private var fixes: [String: [String]] = [:]
    /// The latest dialog that pairs.
    private var pairing: PairingDialog?
    private var isPairing = false
    private lazy var session = AgentSession { [weak self] in self?.handle($0) }
    /// The message of the last change, which goes where another change is made, since only the last one is undone.
    private var toast: OpaquePointer?
    private var dialog: EditDialog?
    private var isLoading = false
    private var isStale = false
    /// Whether all that is pending has been read.
    private var isRead = false

    /// Whether a dialog that edits is open, or about to be.
    private var isEditing = false
    private let application: OpaquePointer

    private var window: OpaquePointer { interface["window"].pointer }

    /// Opens the window.
    init(_ application: OpaquePointer) {
        self.application = application
        entry = SentenceEntry(interface)
        list = AgendaList(interface)
        history = HistoryPage(interface)
        launcher = LauncherPage(interface)
        commands = CommandList(interface["commands"], over: interface["window"].pointer)
        checks = StatusList(interface["checks"])
        apps = StatusList(interface["apps"])
        calendars = StatusList(interface["calendars"])
        machines = StatusList(interface["machines"])
        gtk_window_set_application(window, application)
        addActions()
        entry.onAdd = { [unowned self] in add($0) }
        list.onEdit = { [unowned self] in edit($0.key.name) }
        launcher.onSwitch = { [unowned self] in enable($0, $1) }
        commands.onSave = { [unowned self] in save($0, $1, then: $2) }
        commands.onRemove = { [unowned self] in remove($0) }
        apps.onSwitch = { [unowned self] in allow($0, $1) }
        _ = lists
        interface["stack"].onChange(of: "visible-child-name") { [unowned self] in
            readPage()
            if page == "apps" { examine() }
        }
        // The headings name the days, which go on while nobody looks.
        interface["window"].onChange(of: "is-active") { [unowned self] in reload() }
        gtk_window_present(window)
        show(isAgentThere: true)
        entry.focus()
        start()
        followDays()
    }

    /// Brings the window to the front.
    func present() { gtk_window_present(window) }

    // MARK: What follows the agent

    private func start() {
        Task {
            do {
                try await session.follow()
                reload()
            } catch {
                show(absence: error)
            }
        }
    }

    private func handle(_ change: AgentSession.Change) {
        switch change {
        case .happened: reload()
        case .came: start()
        case .left:
            show(
                absence: [
                    // Translators: the notifications to come are kept
                    tr("What is pending is kept."),
                    tr("Nothing is shown until the agent runs again."),
                    tr(
                        // Translators: the agent starts; here is the button below this text, and %1$s a program
                        "It starts with the next login, with any %1$s command, or here.",
                        "notify-schedule"
                    ),
                ].following
            )
        case .busClosed:
            show(
                // Translators: the notifications to come are kept
                absence: tr("What is pending is kept, and is shown after the next login."),
                // Translators: title; the bus is D-Bus, over which the programs of a session talk
                tr("The Session Bus Has Ended")
            )
        }
        if page != "next", !interface["next-page"].flag("visible") {
            say(interface["absence"].text("title"), mayUndo: false)
        }
    }

    /// Reads the list again when a day ends, since the headings name the days.
    private func followDays() {
        Task {
            var day = WallTime(.current, in: SystemZone.local).date
            while true {
                // The clock may be set, and the zone may change.
                try await Task.sleep(for: .seconds(60))
                let today = WallTime(.current, in: SystemZone.local).date
                if today != day { reload() }
                day = today
            }
        }
    }

    /// Reads the list again; changes that come meanwhile are read together after it.
    private func reload() {
        isStale = true
        guard !isLoading else { return }
        isLoading = true
        Task {
            defer { isLoading = false }
            while isStale {
                isStale = false
                do {
                    // A long list begins with what is read soonest.
                    if !isRead {
                        let week = try await session.agenda(days: Agenda.days)
                        if !week.lines.isEmpty { list.show(week) }
                    }
                    show(isAgentThere: true)
                    list.show(try await session.agenda())
                    isRead = true
                } catch {
                    show(absence: error)
                }
            }
            if page != "launcher" { readPage() }
        }
    }

    /// The name of the page that is shown.
    private var page: String { interface["stack"].text("visible-child-name") }

    /// Reads what the page shows that is not followed all the time.
    private func readPage() {
        let page = page
        Task {
            do {
                switch page {
                case "delivered": history.show(try await session.history())
                case "launcher":
                    launcher.show(await session.catalogue())
                    let (written, file, problem) = await session.commands()
                    commands.show(written, file: file, problem: problem)
                case "apps":
                    let overview = try await session.overview()
                    apps.show(overview.apps)
                    calendars.show(overview.calendars)
                    showMachines()
                default: break
                }
            } catch {
                say(error.sentence, mayUndo: false)
            }
        }
    }

    private func showMachines() { Task { machines.show(await relay.machines()) } }

    /// Shows what `doctor` finds.
    private func examine() {
        let row = { StatusList.Row(id: $0, title: $1, subtitle: $2) }
        checks.show([row("", tr("Checking…"), "")])
        Task {
            do {
                let (found, fixes) = try await Overview.checks()
                self.fixes = fixes
                checks.show(found.isEmpty ? [row("", tr("Everything works"), "")] : found)
            } catch {
                checks.show([row("", tr("The checks cannot be made"), error.sentence)])
            }
        }
    }

    private func show(isAgentThere: Bool) {
        interface["next-page"].set("visible", isAgentThere)
        interface["absence"].set("visible", !isAgentThere)
    }

    private func show(absence error: any Error) { show(absence: error.sentence) }

    private func show(absence sentence: String, _ title: String? = nil) {
        // Translators: title; the agent is the program that shows the notifications when they are due
        interface["absence"].set("title", title ?? tr("The Agent Does Not Run"))
        interface["absence"].set("description", sentence.escapedMarkup)
        show(isAgentThere: false)
    }

    // MARK: What the user does

    private func addActions() {
        action("new") { [unowned self] _ in
            interface["stack"].set("visible-child-name", "next")
            entry.focus()
        }
        action("page", takesText: true) { [unowned self] name in
            interface["stack"].set("visible-child-name", name)
        }
        action("find") { [unowned self] _ in
            if page == "delivered" { return history.focusSearch() }
            interface["stack"].set("visible-child-name", "launcher")
            launcher.focusSearch()
        }
        action("check") { [unowned self] _ in examine() }
        action("fix", takesText: true) { [unowned self] in fix($0) }
        action("pair") { [unowned self] _ in pair() }
        action("forget", takesText: true) { [unowned self] in forget($0) }
        action("test") { [unowned self] _ in test() }
        action("import") { [unowned self] _ in lists.choose(over: window) }
        action("again", takesText: true) { [unowned self] name in
            change(mayUndo: false) { client in
                try client.again(name).serverPresent
                    ? tr("Shown again") : tr("It is shown once a notification server runs")
            }
        }
        action("open", takesText: true) { [unowned self] url in
            change(mayUndo: false) { client in
                try Launcher().open(url, noting: client)
                // Translators: %1$s is a URL
                return tr("Opened %1$s", url)
            }
        }
        action("remove-calendar", takesText: true) { [unowned self] name in
            change { client in
                let count = try client.removeCalendar(name)
                return trn(
                    // Translators: %2$s is the name of a calendar
                    "Removed %2$s with %1$s notification",
                    "Removed %2$s with %1$s notifications",
                    count,
                    name
                )
            }
        }
        action("new-command") { [unowned self] _ in commands.addNew() }
        launcher.registerAction = action("register") { [unowned self] _ in registerLauncher() }
        action("start") { [unowned self] _ in start() }
        entry.addAction = action("add") { [unowned self] _ in entry.add() }
        action("when", takesText: true) { [unowned self] in entry.setTime($0) }
        action("undo") { [unowned self] _ in undo() }
        // In the entry the key is for its text.
        action("undo-key") { [unowned self] _ in if !entry.undo(in: window) { undo() } }
        action("remove", takesText: true) { [unowned self] in remove(RequestKey(name: $0)) }
        action("remove-waiting", takesText: true) { [unowned self] in
            remove(RequestKey(name: $0), isWaiting: true)
        }
        action("remove-focused") { [unowned self] _ in
            if let row = list.focused(in: window) { remove(row.key, isWaiting: row.isWaiting) }
        }
        action("edit", takesText: true) { [unowned self] in edit($0) }
        action("skip", takesText: true) { [unowned self] name in
            change { client in
                let date = try client.skip(name).skipped
                // Translators: a notification does not come at the date %1$s
                return tr("Skips %1$s", date.words)
            }
        }
        for minutes in AgendaList.snoozes {
            action("snooze-\(minutes)", takesText: true) { [unowned self] name in
                change { client in
                    let length = Int64(minutes) * 60_000_000
                    let dates = try client.snooze(name, microseconds: length).nextTriggerDates
                    // Translators: a notification was moved to later
                    guard let date = dates.first else { return tr("Snoozed") }
                    // Translators: a notification was moved to the date %1$s
                    return tr("Comes at %1$s", date.words)
                }
            }
        }
        action("pause", takesText: true) { [unowned self] name in
            change { client in
                let names = try client.pause(Self.selection(of: RequestKey(name: name)))
                // Translators: heading of the notifications that are paused; and said once one is
                return try Self.words(tr("Paused"), unless: names.isEmpty)
            }
        }
        action("resume", takesText: true) { [unowned self] name in
            change { client in
                let names = try client.resume(Self.selection(of: RequestKey(name: name)))
                // Translators: the pause of a notification has ended
                return try Self.words(tr("Goes on"), unless: names.isEmpty)
            }
        }
    }

    /// Adds an action of the window.
    @discardableResult
    private func action(
        _ name: String,
        takesText: Bool = false,
        _ body: @escaping (String) -> Void
    ) -> Widget {
        let type = takesText ? g_variant_type_new("s") : nil
        defer { g_variant_type_free(type) }
        guard let action = g_simple_action_new(name, type) else {
            fatalError("the action \(name) cannot be made")
        }
        cadwaita_add_action(UnsafeMutableRawPointer(window), action)
        let widget = Widget(pointer: action)
        widget.onValue("activate") { value in
            let text = value.map { String(cString: g_variant_get_string(OpaquePointer($0), nil)) }
            body(text ?? "")
        }
        return widget
    }

    /// Opens the dialog that changes a request, or brings the one to the front that is open.
    private func edit(_ name: String) {
        guard !isEditing else {
            dialog?.present()
            return
        }
        isEditing = true
        Task {
            var isOpen = false
            defer { isEditing = isOpen }
            do {
                let found = try await session.call { try $0.find(name).pending }
                guard let pending = found.first else {
                    return say(Self.goneWords, mayUndo: false)
                }
                let request = pending.request
                if request.appID == AgentNames.requestFilesApp, let file = request.requester {
                    // Translators: a notification
                    let words = tr("It comes from the file %1$s; edit that file", file)
                    return say(words, mayUndo: false)
                }
                let dialog = EditDialog(pending, over: window)
                self.dialog = dialog
                isOpen = true
                dialog.onClose = { [unowned self] in isEditing = false }
                dialog.onSave = { [unowned self, unowned dialog] change in
                    save(change, of: request, in: dialog)
                }
            } catch {
                say(error.sentence, mayUndo: false)
            }
        }
    }

    private func save(
        _ edit: RequestEdit.Change,
        of original: NotificationRequest,
        in dialog: EditDialog
    ) {
        let application = UnsafeMutableRawPointer(application)
        cadwaita_hold(application)
        Task {
            defer { cadwaita_release(application) }
            do {
                let reply = try await session.call { client in
                    try client.edit(original, to: edit.request, restarts: edit.hasNewTime)
                }
                dialog.close()
                let title = edit.request.headline.quoted
                let words = reply.nextTriggerDates.first.map { date in
                    // Translators: %1$s is the quoted title of a notification, %2$s its next date
                    tr("Changed %1$s, next at %2$s", title, date.words)
                }
                // Translators: %1$s is the quoted title of a notification
                say(words ?? tr("Changed %1$s", title), mayUndo: true)
            } catch {
                // It may be closed by now.
                if isEditing {
                    dialog.show(Refusal(error))
                } else {
                    say(error.sentence, mayUndo: false)
                }
            }
            reload()
        }
    }

    private func add(_ request: NotificationRequest) {
        let end: (Bool) -> Void = { [unowned self] in entry.finish($0) }
        change(then: end) { client in
            let reply = try client.add(request)
            let title = request.headline.quoted
            let words = reply.nextTriggerDates.first.map { date in
                // Translators: %1$s is the quoted title of a notification, %2$s the date at which it comes
                tr("Added %1$s at %2$s", title, date.words)
            }
            // Translators: %1$s is the quoted title of a notification
            let all = [words ?? tr("Added %1$s", title)] + reply.remarks.prefix(1)
            return all.joined(separator: "; ")
        }
    }

    /// Removes a request.
    ///
    /// - Parameter isWaiting: whether it is due and waits for a server, which makes it a delivered one for its app.
    private func remove(_ key: RequestKey, isWaiting: Bool = false) {
        change { client in
            let lists = isWaiting ? ["pending", "delivered"] : ["pending"]
            let selection = Self.selection(
                of: key,
                [
                    ("lists", .strings(lists)), ("keep", .boolean(true)),
                    ("alarms", .boolean(true)),
                ]
            )
            // Translators: a notification
            return try Self.words(tr("Removed"), unless: try client.remove(selection).isEmpty)
        }
    }

    /// The selection of one request, of whichever app.
    private nonisolated static func selection(
        of key: RequestKey,
        _ more: [(key: String, value: Variant)] = []
    ) -> Variant {
        let name: [(key: String, value: Variant)] = [
            ("appID", .string(key.appID)), ("identifiers", .strings([key.identifier])),
        ]
        return .dictionary(name + more)
    }

    /// Returns the words for a change, or throws where nothing was changed, and nothing can be undone.
    private nonisolated static func words(
        _ words: String,
        unless isNothing: Bool
    ) throws -> String {
        guard !isNothing else { throw RequestError(.notFound, goneWords) }
        return words
    }

    private nonisolated static var goneWords: String {
        // Translators: a notification; somebody else has removed it, or it was shown
        tr("It is not pending any more")
    }

    private func undo() {
        change(mayUndo: false) { try $0.undo().words }
    }

    // MARK: The launcher

    private func enable(_ id: String, _ isEnabled: Bool) {
        Task {
            do {
                try await session.enable(id, isEnabled)
            } catch {
                say(error.sentence, mayUndo: false)
            }
            readPage()
        }
    }

    private func save(
        _ command: WrittenCommand,
        _ before: WrittenCommand?,
        then end: @escaping ((any Error)?) -> Bool
    ) {
        Task {
            do {
                try await session.set(command, replacing: before)
                _ = end(nil)
            } catch {
                if !end(error) { say(error.sentence, mayUndo: false) }
            }
            readPage()
        }
    }

    private func remove(_ command: WrittenCommand) {
        confirm(
            // Translators: a question; %1$s is the name of a group in a file
            tr("Remove [%1$s]?", command.group.printableLine),
            // Translators: the group is removed from the file %1$s
            tr("The group goes from %1$s, with its lines for other desktops.", "launcher.conf")
        ) { [unowned self] in
            Task {
                do {
                    try await session.remove(command)
                    // Translators: %1$s is the name of a group in the file %2$s
                    let words = tr("Removed [%1$s] from %2$s", command.group, "launcher.conf")
                    say(words, mayUndo: false)
                } catch {
                    say(error.sentence, mayUndo: false)
                }
                readPage()
            }
        }
    }

    /// Adds what the property lists of an iOS project have.
    private func importLists(_ files: [String]) {
        guard !files.isEmpty else {
            return say(
                tr("These files are on no disk of this machine; save them first"),
                mayUndo: false
            )
        }
        Task {
            do {
                let imported = try await session.importLists(files)
                let count = trn(
                    // Translators: how many actions were imported, which are all switched off
                    "Imported %1$s; switch on what you want",
                    "Imported %1$s; switch on what you want",
                    imported.entries.count
                )
                say(([count] + imported.remarks).joined(separator: "; "), mayUndo: false)
            } catch {
                say(error.sentence, mayUndo: false)
            }
            readPage()
        }
    }

    /// Runs what corrects a row of the checks, and checks again.
    private func fix(_ id: String) {
        guard let command = fixes[id] else { return }
        Task {
            do {
                try await Overview.run(command)
            } catch {
                say(error.sentence, mayUndo: false)
            }
            examine()
        }
    }

    // MARK: Other machines

    private func pair() {
        if isPairing { return pairing?.present() ?? () }
        let dialog = PairingDialog(relay, over: window)
        (pairing, isPairing) = (dialog, true)
        dialog.onLate = { [unowned self] in say($0, mayUndo: false) }
        dialog.onClose = { [unowned self] in
            isPairing = false
            showMachines()
        }
    }

    /// Removes a machine from the group, by its ID, once the user has confirmed it.
    private func forget(_ device: String) {
        let name = machines.title(of: device) ?? device
        confirm(
            // Translators: a question; %1$s is the name of another machine
            tr("Remove %1$s?", name),
            [
                // Translators: this machine and the one that is removed
                tr("Neither sends to the other any longer, and what it has scheduled here ends."),
                // Translators: machines that the removed one let into the group are removed as well
                tr("Machines that it let in go with it unless another one has confirmed them."),
            ].following
        ) { [unowned self] in
            Task {
                do {
                    try await relay.forget(device)
                    // Translators: %1$s is the name of another machine
                    say(tr("Removed %1$s", name), mayUndo: false)
                } catch {
                    say(error.sentence, mayUndo: false)
                }
                showMachines()
            }
        }
    }

    /// Asks before something that cannot be undone.
    private func confirm(_ heading: String, _ body: String, then remove: @escaping () -> Void) {
        let question = Interface(PackageResources.confirm_ui)["question"]
        question.set("heading", heading)
        question.set("body", body)
        question.set("transient-for", window)
        question.onValue("response") { response in
            if let response, strcmp(response, "remove") == 0 { remove() }
        }
        gtk_window_present(question.pointer)
    }

    private func allow(_ app: String, _ isAllowed: Bool) {
        change(mayUndo: false) { client in
            try client.setAllowed(isAllowed, app: app)
            // Translators: an app may show notifications
            if isAllowed { return tr("Allowed") }
            // Translators: an app may show no notifications, and those to come are not shown either
            return tr("Denied, what is pending included")
        }
    }

    /// Shows a notification soon, as one that is scheduled is shown.
    private func test() {
        change(mayUndo: false) { client in
            var content = NotificationContent()
            // Translators: on a button, and the title of the notification that it shows
            content.title = tr("Test")
            content.body = tr("This is how a notification looks.")
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: "",
                content: content,
                trigger: .timeInterval(microseconds: 500_000, repeats: false)
            )
            return try client.add(request).serverPresent
                ? tr("Comes in half a second") : tr("It is shown once a notification server runs")
        }
    }

    private func registerLauncher() {
        change(mayUndo: false) { client in
            let entries = Catalogue().enabled
            let registered = try RegisteredEntries(
                entries,
                .oneBubble(title: RegisteredEntries.title),
                client
            )
            guard try registered.register(client) else {
                return tr("No notification server is running; it is shown once one starts")
            }
            return registered.hasActions
                // Translators: how many apps and actions have a button in the notification now
                ? trn("Registered %1$s", "Registered %1$s", entries.count)
                : tr("This notification server reports no clicks, so nothing can be opened")
        }
    }

    /// Calls the agent, and shows the outcome; the program does not end before that, also if its window is closed.
    ///
    /// - Parameter end: called at the end with whether it is done.
    private func change(
        mayUndo: Bool = true,
        then end: @escaping (Bool) -> Void = { _ in },
        _ body: @escaping @Sendable (AgentClient) throws -> String
    ) {
        let application = UnsafeMutableRawPointer(application)
        cadwaita_hold(application)
        Task {
            do {
                say(try await session.call(body), mayUndo: mayUndo)
                end(true)
            } catch {
                say(error.sentence, mayUndo: false)
                end(false)
            }
            reload()
            cadwaita_release(application)
        }
    }

    private func say(_ sentence: String, mayUndo: Bool) {
        if let toast {
            adw_toast_dismiss(toast)
            g_object_unref(UnsafeMutableRawPointer(toast))
        }
        let new = adw_toast_new("")
        toast = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(new)))
        // The toast's own label has one line, and the sentence of an error needs more.
        Interface.use(PackageResources.message_ui) { interface in
            interface["message"].set("label", sentence.printableLine)
            Widget(pointer: new).set("custom-title", interface["message"].pointer)
        }
        if mayUndo {
            let widget = Widget(pointer: new)
            // Translators: on a button
            widget.set("button-label", tr("Undo"))
            widget.set("action-name", "win.undo")
            // Longer than the usual 5 s, for those who read slowly.
            adw_toast_set_timeout(new, 15)
        }
        adw_toast_overlay_add_toast(interface["toasts"].pointer, new)
    }
}

extension String {
    /// The text with what GTK's markup has a meaning for written out.
    fileprivate var escapedMarkup: String {
        guard let text = g_markup_escape_text(self, -1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
