import GLibBridge
import NotifyCore

/// A group `[Action ID]`: an entry of the user, or changes to one of the desktop.
package struct ConfiguredAction: Sendable, Equatable {
    /// Its id among all entries.
    package let id: String
    /// Its name in the user's language.
    package var name: String?
    /// The heading under which it is listed.
    package var category: String?
    /// Its URL.
    package var url: String?
    /// An icon's name or path.
    package var icon: String?
    /// Whether it is enabled; `nil` if not set.
    package var isEnabled: Bool?

    static let enabledKey = "Enabled"
    static let nameKey = "Name"
    static let categoryKey = "Category"
    static let urlKey = "URL"
    static let iconKey = "Icon"

    /// Whether it changes an entry of the desktop, by the id of a desktop file.
    var namesDesktopEntry: Bool {
        id.prefix { $0 != "#" }.hasSuffix(".desktop")
    }

    /// Reads a group.
    static func reading(
        _ group: KeyFile.Group,
        id: String
    ) -> (action: ConfiguredAction, faults: [RequestError]) {
        var faults: [RequestError] = []
        let known = [nameKey, categoryKey, urlKey, iconKey, enabledKey]
        for entry in group.entries {
            let key = String(entry.key.prefix { $0 != "[" })
            guard !known.contains(key), !key.hasPrefix("X-") else { continue }
            let guess = Suggestion.nearest(to: key, in: known).map { "did you mean \($0)?" }
            faults.append(
                RequestError(
                    .invalidContent,
                    .init(key, "the key \(key)"),
                    reason: "is unknown",
                    wayOut: guess ?? "use \(known.joined(separator: ", "))"
                )
            )
        }
        var action = ConfiguredAction(id: id)
        action.name = text(group.localized(nameKey), nameKey, RequestLimits.label, &faults)
        action.category = text(
            group.localized(categoryKey),
            categoryKey,
            RequestLimits.label,
            &faults
        )
        if let icon = group.localized(iconKey), !icon.isEmpty {
            do throws(RequestError) {
                try BubbleOptions.validate(icon: icon)
                action.icon = icon
            } catch {
                faults.append(error.calling(iconKey))
            }
        }
        if let url = group[urlKey] {
            do throws(RequestError) {
                _ = try LaunchURL(url)
                action.url = url
            } catch {
                faults.append(error.calling(urlKey))
            }
        } else if !action.namesDesktopEntry, group[enabledKey] == nil {
            faults.append(
                RequestError(
                    .invalidContent,
                    .init(urlKey, "the key \(urlKey)"),
                    reason: "is missing"
                )
            )
        }
        if let value = group[enabledKey] {
            action.isEnabled = KeyFile.boolean(value)
            if action.isEnabled == nil {
                faults.append(
                    RequestError(
                        .invalidContent,
                        .init(enabledKey, enabledKey),
                        reason: "is \(value.quoted)",
                        wayOut: "write true or false"
                    )
                )
            }
        }
        return (action, faults)
    }

    /// Sets missing values from a file of lower precedence.
    mutating func fill(from other: ConfiguredAction) {
        name = name ?? other.name
        category = category ?? other.category
        url = url ?? other.url
        icon = icon ?? other.icon
        isEnabled = isEnabled ?? other.isEnabled
    }

    private static func text(
        _ value: String?,
        _ key: String,
        _ limit: Int,
        _ faults: inout [RequestError]
    ) -> String? {
        guard let value, !value.isEmpty else { return nil }
        if let problem = EntryText.problem(value, named: key, atMost: limit) {
            faults.append(problem)
            return nil
        }
        return value
    }
}

/// Checks for texts of entries, which are one line.
enum EntryText {
    /// Returns why a text cannot be a name or a path; `nil` if it can.
    static func problem(_ text: String, named name: String, atMost limit: Int) -> RequestError? {
        guard text.utf8.count <= limit else {
            return RequestError(
                .invalidContent,
                .init(name, name),
                reason: "has \(text.utf8.count) bytes, more than the \(limit) allowed",
                wayOut: "shorten it"
            )
        }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            return RequestError(
                .invalidContent,
                .init(name, name),
                value: text.quoted,
                reason: "has a control character",
                wayOut: "leave it out"
            )
        }
        return nil
    }
}
