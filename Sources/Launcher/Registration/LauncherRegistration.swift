public import NotifyCore

/// Entries of the launcher as requests for bubbles.
///
/// They stay until they are dismissed, and are shown again after use. What belongs to the launcher is told
/// from other requests by its identifier.
public struct LauncherRegistration: Sendable {
    /// What all their identifiers begin with.
    public static let prefix = "launcher/"

    /// The requests, in the entries' order.
    public let requests: [NotificationRequest]

    /// Makes the requests.
    ///
    /// - Parameters:
    ///   - entries: what is registered; those of a group stand together.
    ///   - style: a bubble an entry, or a bubble an app or category.
    ///   - buttons: how many a bubble can have; more entries take another bubble.
    ///   - appID: whose requests they are.
    ///   - trigger: when they are shown.
    public init(
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

    private static func requests(
        _ group: CatalogueEntry.Group,
        _ members: [CatalogueEntry],
        _ buttons: Int,
        _ appID: String,
        _ trigger: NotificationTrigger
    ) -> [NotificationRequest] {
        // The app itself needs no button: it opens with a click on the bubble.
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
                    actions: part.map {
                        NotificationAction(identifier: $0.id, title: $0.name, url: $0.url)
                    },
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

    /// The icon that entries share; `nil` where they differ, or where no server could show it.
    private static func icon(of entries: [CatalogueEntry]) -> String? {
        guard let icon = entries.first?.icon, entries.allSatisfy({ $0.icon == icon }) else {
            return nil
        }
        do throws(RequestError) {
            try BubbleOptions.validate(icon: icon)
            return icon
        } catch {
            // A desktop file that says nonsense must not keep the others from being registered.
            return nil
        }
    }

    /// They are there to be found, not to interrupt.
    private static func content(_ title: String, _ body: String) -> NotificationContent {
        NotificationContent(title: title, body: body, interruptionLevel: .passive)
    }
}
