import AgentInterface
import NotifyCore
import RelayGroup

/// A request on its way to another machine, and what of one from there is shown here.
enum RemoteRequest {
    /// Returns what is sent of a request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be written.
    static func content(
        of request: NotificationRequest,
        expires: Instant? = nil
    ) throws(RequestError) -> RelayedContent {
        var request = request
        // It is due then, however long the message travels.
        if case .timeInterval(let microseconds, false) = request.trigger {
            request.trigger = DateSpec.instant(wholeSecond(after: microseconds)).trigger(
                timeZone: nil
            )
        }
        request.run = nil
        request.requester = nil
        request.sender = nil
        request.content.userInfo = [:]
        request.content.attachments = []
        request.content.localized = nil
        request.content.categoryIdentifier = ""
        request.content.badge = nil
        request.bubble = BubbleOptions(
            hasMarkup: request.bubble.hasMarkup,
            expiry: request.bubble.expiry
        )
        var text = JSONText()
        try TransferFormat.write(PendingEntry(request).record, to: &text) {
            (path) throws(RequestError) in
            throw RequestError(.invalidAttachment, "\(path.quoted) cannot be sent")
        }
        return RelayedContent(
            app: appName(request.appID),
            request: String(decoding: text.bytes, as: UTF8.self),
            isScheduled: request.trigger != .immediate,
            expires: expires
        )
    }

    private static func wholeSecond(after microseconds: Int64) -> Instant {
        let instant = RelayProgram.now.advanced(byMicroseconds: microseconds)
        return Instant(seconds: instant.advanced(byMicroseconds: 999_999).seconds)
    }

    /// Checks that nothing of a request would be lost on the way.
    static func check(_ request: NotificationRequest) throws(RequestError) {
        guard request.content.attachments.isEmpty else {
            throw RequestError(
                .invalidAttachment,
                "attachments cannot be sent to other machines; leave them out"
            )
        }
        guard request.run == nil else {
            throw RequestError(.notAllowed, "no command is run on another machine; leave run out")
        }
    }

    /// The maximum number of characters of an app's name from another machine.
    private static let maxApp = 64

    private static func appName(_ app: String) -> String {
        app == AgentNames.app ? "" : String(app.split(separator: ".").last ?? "")
    }

    /// Returns what is shown of a request from another machine.
    ///
    /// The other machine may have been taken over: nothing of it names a file or a command here.
    ///
    /// - Parameter isTrusted: whether the machine may have this one open a URL that is not of the open schemes.
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read, or is too late to be shown.
    static func request(
        of notification: RelayedNotification,
        from device: String,
        sent: Instant,
        now: Instant = RelayProgram.now,
        trusting isTrusted: (LaunchURL) -> Bool = { _ in false }
    ) throws(RequestError) -> (request: NotificationRequest, removed: [String]) {
        let line = Array(notification.content.request.utf8)
        let entry = try TransferFormat.entry(
            line.last == UInt8(ascii: "\n") ? Array(line.dropLast()) : line,
            number: 1
        ) { (_) throws(RequestError) in
            throw RequestError(.invalidAttachment, "it has an attachment")
        }
        guard case .fresh(let given) = try ImportEntry(record: entry).kind else {
            throw RequestError(.malformed, "it is no new request")
        }
        var removed: [String] = []
        func open(_ text: String?) -> String? {
            guard let text else { return nil }
            if let url = try? LaunchURL(text), url.isOpen || isTrusted(url) { return text }
            removed.append(text)
            return nil
        }
        var request = NotificationRequest(
            appID: RelayClient.app,
            identifier: identifier(of: notification.id),
            content: content(given.content, notification.content.app, device),
            trigger: given.trigger
        )
        request.options = given.options
        request.options.wakes = false
        if let lateness = try RemoteLateness(of: given, sent: sent, now: now) {
            lateness.show(&request)
        }
        request.isResident = given.isResident
        request.openURL = open(given.openURL)
        request.actions = given.actions.map { action in
            var action = action
            action.title = action.title.withoutUnseen
            action.url = open(action.url)
            action.icon = nil
            return action
        }
        request.bubble = BubbleOptions(
            hasMarkup: given.bubble.hasMarkup && !hasLinks(given.content.body),
            appName: device,
            expiry: given.bubble.expiry
        )
        request.content.expiration = notification.content.end
        request.idempotencyKey = "\(notification.id.origin)-\(notification.revision)"
        return (request, removed)
    }

    private static func content(
        _ given: NotificationContent,
        _ app: String,
        _ device: String
    ) -> NotificationContent {
        var content = NotificationContent()
        content.title = given.title.withoutUnseen
        content.body = given.body.withoutUnseen
        let source = app.isEmpty ? device : "\(app.printableLine.prefix(maxApp)) · \(device)"
        let subtitle = given.subtitle.withoutUnseen
        content.subtitle = subtitle.isEmpty ? source : "\(subtitle) · \(source)"
        if given.sound != nil { content.sound = .standard }
        content.interruptionLevel = given.interruptionLevel
        content.event = given.event
        content.isPrivate = given.isPrivate
        return content
    }

    private static func hasLinks(_ body: String) -> Bool {
        let text = Array(body.lowercased().utf8)
        return zip(text, text.dropFirst()).contains { first, second in
            first == UInt8(ascii: "<")
                && (second == UInt8(ascii: "a") || second == UInt8(ascii: "i"))
        } && (body.lowercased().contains("href") || body.lowercased().contains("src"))
    }

    /// The length of a device's ID and the hyphen behind it.
    private static let prefix = DeviceID.size * 2 + 1

    /// Returns the identifier here of a notification of another machine.
    static func identifier(of id: RelayedID) -> String { prefix(of: id.origin) + id.identifier }

    /// Returns how the identifiers here of all notifications of another machine begin.
    static func prefix(of device: DeviceID) -> String { "\(device)-" }

    /// Returns the notification of another machine with an identifier here; `nil` if it is none.
    static func id(of identifier: String) -> RelayedID? {
        let text = identifier.utf8
        guard text.count > prefix,
            let origin = DeviceID(text: String(decoding: text.prefix(prefix - 1), as: UTF8.self))
        else { return nil }
        return RelayedID(
            origin: origin,
            identifier: String(decoding: text.dropFirst(prefix), as: UTF8.self)
        )
    }

    /// Returns the name in the group of a request of this machine.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is too long for the other machines.
    static func name(of key: RequestKey) throws(RequestError) -> String {
        let name = "\(key.appID)/\(key.identifier)"
        let limit = RequestLimits.identifier - prefix
        guard name.utf8.count <= limit else {
            throw RequestError(
                .invalidIdentifier,
                "the app id and the identifier have \(name.utf8.count) bytes together, and \(limit) can be sent; use a "
                    + "shorter identifier"
            )
        }
        return name
    }

    /// Returns the request of this machine with a name in the group.
    static func key(of name: String) -> RequestKey? {
        guard let slash = name.firstIndex(of: "/") else { return nil }
        return RequestKey(
            appID: String(name[..<slash]),
            identifier: String(name[name.index(after: slash)...])
        )
    }
}
