import Foundation

extension UNNotificationContent {
    /// The description: always the texts, other fields if they are not the default.
    var shownFields: [(key: String, value: Any?)] {
        var shown: [(key: String, value: Any?)] = [
            ("title", title), ("subtitle", subtitle), ("body", body),
        ]
        if !categoryIdentifier.isEmpty { shown.append(("categoryIdentifier", categoryIdentifier)) }
        if !threadIdentifier.isEmpty { shown.append(("threadIdentifier", threadIdentifier)) }
        if !launchImageName.isEmpty { shown.append(("launchImageName", launchImageName)) }
        if let badge { shown.append(("badge", badge)) }
        if let sound { shown.append(("sound", sound)) }
        if !attachments.isEmpty { shown.append(("attachments", attachments)) }
        if !userInfo.isEmpty { shown.append(("userInfo", userInfo)) }
        if interruptionLevel != .active { shown.append(("interruptionLevel", interruptionLevel)) }
        if relevanceScore != 0 { shown.append(("relevanceScore", relevanceScore)) }
        if let target = targetContentIdentifier {
            shown.append(("targetContentIdentifier", target))
        }
        if let filterCriteria { shown.append(("filterCriteria", filterCriteria)) }
        return shown
    }
}
