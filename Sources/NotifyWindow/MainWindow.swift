import AgentInterface
import CAdwaita
import CGLib
import GLibBridge
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
    private let checks: StatusList
    private let apps: StatusList
    private let calendars: StatusList
    private let machines: StatusList
    private lazy var lists = FileSource(interface["launcher-page"], title: "Import") {
        [unowned self] in importLists($0)
    }
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
        checks = StatusList(interface["checks"])
        apps = StatusList(interface["apps"])
        calendars = StatusList(interface["calendars"])
        machines = StatusList(interface["machines"])
        gtk_window_set_application(window, application)
        addActions()
        entry.onAdd = { [unowned self] in add($0) }
        list.onEdit = { [unowned self] in edit($0.key.name) }
        launcher.onSwitch = { [unowned self] in enable($0, $1) }
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
                absence:
                    "What is pending is kept. Nothing is shown until the agent runs again; it starts with the next "
                    + "login, with any notify-schedule command, or here."
            )
        case .busClosed:
            show(
                absence: "What is pending is kept, and is shown after the next login.",
                "The Session Bus Has Ended"
            )
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
                case "launcher": launcher.show(await session.catalogue())
                case "apps":
                    let overview = try await session.overview()
                    apps.show(overview.apps)
                    calendars.show(overview.calendars)
                    machines.show(overview.machines)
                default: break
                }
            } catch {
                say(Self.words(of: error), mayUndo: false)
            }
        }
    }

    /// Shows what `doctor` finds.
    private func examine() {
        let row = { StatusList.Row(id: $0, title: $1, subtitle: $2) }
        checks.show([row("", "Checking…", "")])
        Task {
            do {
                let found = try await Overview.checks()
                checks.show(found.isEmpty ? [row("", "Everything works", "")] : found)
            } catch {
                checks.show([row("", "The checks cannot be made", "\(error)")])
            }
        }
    }

    private func show(isAgentThere: Bool) {
        interface["next-page"].set("visible", isAgentThere)
        interface["absence"].set("visible", !isAgentThere)
    }

    private func show(absence error: any Error) { show(absence: Self.words(of: error)) }

    private func show(absence sentence: String, _ title: String = "The Agent Does Not Run") {
        interface["absence"].set("title", title)
        interface["absence"].set("description", sentence.escapedMarkup)
        show(isAgentThere: false)
    }

    private static func words(of error: any Error) -> String {
        (error as? RequestError)?.message ?? "\(error)"
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
        action("test") { [unowned self] _ in test() }
        action("import") { [unowned self] _ in lists.choose(over: window) }
        action("again", takesText: true) { [unowned self] name in
            change(mayUndo: false) { client in
                try client.again(name).serverPresent
                    ? "Shown again" : "It is shown once a notification server runs"
            }
        }
        action("open", takesText: true) { [unowned self] url in
            change(mayUndo: false) { client in
                try Launcher().open(url, noting: client)
                return "Opened \(url)"
            }
        }
        action("remove-calendar", takesText: true) { [unowned self] name in
            change { client in
                let count = try client.removeCalendar(name)
                let noun = count == 1 ? "notification" : "notifications"
                return "Removed \(name) with \(count) \(noun)"
            }
        }
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
                return "Skips \(date.words)"
            }
        }
        for minutes in AgendaList.snoozes {
            action("snooze-\(minutes)", takesText: true) { [unowned self] name in
                change { client in
                    let length = Int64(minutes) * 60_000_000
                    let dates = try client.snooze(name, microseconds: length).nextTriggerDates
                    return dates.first.map { "Comes at \($0.words)" } ?? "Snoozed"
                }
            }
        }
        action("pause", takesText: true) { [unowned self] name in
            change { client in
                let names = try client.pause(Self.selection(of: RequestKey(name: name)))
                return try Self.words("Paused", unless: names.isEmpty)
            }
        }
        action("resume", takesText: true) { [unowned self] name in
            change { client in
                let names = try client.resume(Self.selection(of: RequestKey(name: name)))
                return try Self.words("Goes on", unless: names.isEmpty)
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
                    return say("It is not pending any more", mayUndo: false)
                }
                let request = pending.request
                if request.appID == AgentNames.requestFilesApp, let file = request.requester {
                    return say("It comes from the file \(file); edit that file", mayUndo: false)
                }
                let dialog = EditDialog(pending, over: window)
                self.dialog = dialog
                isOpen = true
                dialog.onClose = { [unowned self] in isEditing = false }
                dialog.onSave = { [unowned self, unowned dialog] change in
                    save(change, of: request, in: dialog)
                }
            } catch {
                say(Self.words(of: error), mayUndo: false)
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
                let date = reply.nextTriggerDates.first.map { ", next at \($0.words)" } ?? ""
                say("Changed \(edit.request.headline.quoted)\(date)", mayUndo: true)
            } catch {
                // It may be closed by now.
                if isEditing {
                    dialog.show(Refusal(error))
                } else {
                    say(Self.words(of: error), mayUndo: false)
                }
            }
            reload()
        }
    }

    private func add(_ request: NotificationRequest) {
        let end: (Bool) -> Void = { [unowned self] in entry.finish($0) }
        change(then: end) { client in
            let reply = try client.add(request)
            let date = reply.nextTriggerDates.first.map { " at \($0.words)" } ?? ""
            let remark = reply.remarks.first.map { "; \($0)" } ?? ""
            return "Added \(request.headline.quoted)\(date)\(remark)"
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
            return try Self.words("Removed", unless: try client.remove(selection).isEmpty)
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
        guard !isNothing else { throw RequestError(.notFound, "It is not pending any more") }
        return words
    }

    private func undo() {
        change(mayUndo: false) { client in
            let reply = try client.undo()
            let title = reply.requests.count == 1 ? reply.requests[0].title : ""
            return "Undid \(reply.change.noun)\(title.isEmpty ? "" : " of \(title.quoted)")"
        }
    }

    // MARK: The launcher

    private func enable(_ id: String, _ isEnabled: Bool) {
        Task {
            do {
                try await session.enable(id, isEnabled)
            } catch {
                say(Self.words(of: error), mayUndo: false)
            }
            readPage()
        }
    }

    /// Adds what the property lists of an iOS project have.
    private func importLists(_ files: [String]) {
        Task {
            do {
                let imported = try await session.importLists(files)
                let count = "Imported \(imported.entries.count); switch on what you want"
                say(([count] + imported.remarks).joined(separator: "; "), mayUndo: false)
            } catch {
                say(Self.words(of: error), mayUndo: false)
            }
            readPage()
        }
    }

    private func allow(_ app: String, _ isAllowed: Bool) {
        change(mayUndo: false) { client in
            try client.setAllowed(isAllowed, app: app)
            return isAllowed ? "Allowed" : "Denied, what is pending included"
        }
    }

    /// Shows a notification soon, as one that is scheduled is shown.
    private func test() {
        change(mayUndo: false) { client in
            var content = NotificationContent()
            content.title = "Test"
            content.body = "This is how a notification looks."
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: "",
                content: content,
                trigger: .timeInterval(microseconds: 500_000, repeats: false)
            )
            return try client.add(request).serverPresent
                ? "Comes in half a second" : "It is shown once a notification server runs"
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
                return "No notification server is running; it is shown once one starts"
            }
            return registered.hasActions
                ? "Registered \(entries.count)"
                : "This notification server reports no clicks, so nothing can be opened"
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
                say(Self.words(of: error), mayUndo: false)
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
            widget.set("button-label", "Undo")
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
