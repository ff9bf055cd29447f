import GLibBridge
import NotifyCore

/// A group `[Action ID]`: an entry of the user's own, or changes to one of the desktop's.
public struct ConfiguredAction: Sendable, Equatable {
    /// What names it among all entries.
    public let id: String
    /// Its name in the user's language.
    public var name: String?
    /// The heading under which it is listed.
    public var category: String?
    /// What it opens.
    public var url: String?
    /// An icon's name or path.
    public var icon: String?
    /// Whether it is registered; `nil` where the file does not say.
    public var isEnabled: Bool?

    static let enabledKey = "Enabled"
    static let nameKey = "Name"
    static let categoryKey = "Category"
    static let urlKey = "URL"
    static let iconKey = "Icon"

    /// Whether it changes an entry of the desktop's own, as the id of a desktop file says.
    var namesDesktopEntry: Bool {
        id.prefix { $0 != "#" }.hasSuffix(".desktop")
    }

    /// Reads a group.
    ///
    /// - Returns: the action, and what does not hold in it.
    static func reading(
        _ group: KeyFile.Group,
        id: String
    ) -> (action: ConfiguredAction, problems: [String]) {
        var problems: [String] = []
        let known = [nameKey, categoryKey, urlKey, iconKey, enabledKey]
        for entry in group.entries {
            let key = String(entry.key.prefix { $0 != "[" })
            guard !known.contains(key), !key.hasPrefix("X-") else { continue }
            let guess = Suggestion.nearest(to: key, in: known).map { "did you mean \($0)?" }
            problems.append(
                "the key \(key) is not known; "
                    + (guess ?? "there are \(known.joined(separator: ", "))")
            )
        }
        var action = ConfiguredAction(id: id)
        action.name = text(group.localized(nameKey), nameKey, RequestLimits.label, &problems)
        action.category = text(
            group.localized(categoryKey),
            categoryKey,
            RequestLimits.label,
            &problems
        )
        if let icon = group.localized(iconKey), !icon.isEmpty {
            do throws(RequestError) {
                try BubbleOptions.validate(icon: icon)
                action.icon = icon
            } catch {
                problems.append("\(iconKey): \(error.message)")
            }
        }
        if let url = group[urlKey] {
            do throws(RequestError) {
                _ = try LaunchURL(url)
                action.url = url
            } catch {
                problems.append(error.message)
            }
        } else if !action.namesDesktopEntry, group[enabledKey] == nil {
            problems.append("the key \(urlKey) is missing")
        }
        if let value = group[enabledKey] {
            action.isEnabled = KeyFile.boolean(value)
            if action.isEnabled == nil {
                problems.append("\(enabledKey) is \(value.quoted); write true or false")
            }
        }
        return (action, problems)
    }

    /// Takes from a file that counts less what is not said yet.
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
        _ problems: inout [String]
    ) -> String? {
        guard let value, !value.isEmpty else { return nil }
        if let problem = EntryText.problem(value, named: key, atMost: limit) {
            problems.append(problem)
            return nil
        }
        return value
    }
}

/// The texts of entries: one line each.
enum EntryText {
    /// Why a text cannot be a name or a path; `nil` where it can.
    static func problem(_ text: String, named name: String, atMost limit: Int) -> String? {
        guard text.utf8.count <= limit else {
            return
                "\(name) has \(text.utf8.count) bytes, more than the \(limit) allowed; shorten it"
        }
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            return "\(name) \(text.quoted) has a control character; leave it out"
        }
        return nil
    }
}
