package import NotifyCore

/// The requests of launcher entries.
///
/// Their bubbles stay until they are dismissed, and are shown again after a click. Their identifiers
/// distinguish them from other requests.
package struct LauncherRegistration: Sendable {
    /// The prefix of their identifiers.
    package static let prefix = "launcher/"

    /// The requests, in the entries' order.
    package let requests: [NotificationRequest]

    /// Makes the requests.
    ///
    /// - Parameter buttons: the maximum number of buttons; more entries need another bubble.
    package init(
        _ entries: [CatalogueEntry],
        style: LauncherStyle,
        buttons: Int,
        appID: String,
        trigger: NotificationTrigger = .immediate
    ) {
        switch style {
        case .each:
            requests = entries.map { entry in
                let group = entry.group.name
                return NotificationRequest(
                    appID: appID,
                    identifier: Self.prefix + entry.id,
                    content: Self.content(entry.name, group == entry.name ? "" : group),
                    trigger: trigger,
                    openURL: entry.url,
                    isResident: true,
                    bubble: BubbleOptions(icon: Self.icon(of: [entry]))
                )
            }
        case .grouped:
            requests = Self.groups(of: entries).flatMap { group, members in
                Self.requests(group, members, max(1, buttons), appID, trigger)
            }
        }
    }

    /// Makes the request of one bubble with a button for each entry.
    ///
    /// A server that has no room for all shows the others after a click on its last button. Its identifier lacks the
    /// prefix, so that it stays when the enabled entries are registered again.
    package init(
        buttons entries: [CatalogueEntry],
        title: String,
        appID: String,
        trigger: NotificationTrigger
    ) {
        requests = [
            NotificationRequest(
                appID: appID,
                identifier: "launcher:\(title)",
                content: Self.content(title, ""),
                trigger: trigger,
                actions: Self.actions(of: entries),
                isResident: true,
                bubble: BubbleOptions(icon: Self.icon(of: entries))
            )
        ]
    }

    private static func actions(
        of entries: some Sequence<CatalogueEntry>
    ) -> [NotificationAction] {
        entries.map { NotificationAction(identifier: $0.id, title: $0.name, url: $0.url) }
    }

    private static func requests(
        _ group: CatalogueEntry.Group,
        _ members: [CatalogueEntry],
        _ buttons: Int,
        _ appID: String,
        _ trigger: NotificationTrigger
    ) -> [NotificationRequest] {
        // The app itself needs no button, because a click on the bubble opens it.
        let app = members.first(where: \.isApp)
        let actions = members.filter { !$0.isApp }
        var requests: [NotificationRequest] = []
        var rest = actions[...]
        repeat {
            let part = rest.prefix(buttons)
            rest = rest.dropFirst(buttons)
            let number = requests.isEmpty ? "" : "/\(requests.count + 1)"
            requests.append(
                NotificationRequest(
                    appID: appID,
                    identifier: prefix + group.id + number,
                    content: content(group.name, part.map(\.name).joined(separator: ", ")),
                    trigger: trigger,
                    actions: Self.actions(of: part),
                    openURL: app?.url,
                    isResident: true,
                    bubble: BubbleOptions(icon: icon(of: app.map { [$0] } ?? members))
                )
            )
        } while !rest.isEmpty
        return requests
    }

    private static func groups(
        of entries: [CatalogueEntry]
    ) -> [(group: CatalogueEntry.Group, members: [CatalogueEntry])] {
        var groups: [(group: CatalogueEntry.Group, members: [CatalogueEntry])] = []
        for entry in entries {
            if groups.last?.group == entry.group {
                groups[groups.count - 1].members.append(entry)
            } else {
                groups.append((entry.group, [entry]))
            }
        }
        return groups
    }

    /// Returns the common icon of entries; `nil` if they differ, or no server could show it.
    private static func icon(of entries: [CatalogueEntry]) -> String? {
        guard let icon = entries.first?.icon, entries.allSatisfy({ $0.icon == icon }) else {
            return nil
        }
        do throws(RequestError) {
            try BubbleOptions.validate(icon: icon)
            return icon
        } catch {
            // An invalid desktop file must not prevent the registration of others.
            return nil
        }
    }

    /// Returns content with the passive level, because these must not interrupt.
    private static func content(_ title: String, _ body: String) -> NotificationContent {
        NotificationContent(title: title, body: body, interruptionLevel: .passive)
    }
}
