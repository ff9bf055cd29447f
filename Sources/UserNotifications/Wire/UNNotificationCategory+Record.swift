import Foundation
import NotifyCore

extension NotificationCategory {
    /// Returns an app's categories for the agent.
    ///
    /// `setNotificationCategories` cannot report an error, so an invalid one is reported on standard error, and
    /// the others are used.
    static func records(of categories: Set<UNNotificationCategory>) -> [NotificationCategory] {
        var records: [String: NotificationCategory] = [:]
        for record in categories.map(NotificationCategory.init) {
            do {
                try record.validate()
                guard records.count < RequestLimits.categories else {
                    throw RequestError(
                        .invalidContent,
                        "an app may have \(RequestLimits.categories) categories"
                    )
                }
                guard records.updateValue(record, forKey: record.identifier) == nil else {
                    throw RequestError(.invalidContent, "another one has its identifier")
                }
            } catch {
                StandardError.write("a category \(record.identifier.quoted) is left out: \(error)")
            }
        }
        return records.values.sorted { $0.identifier < $1.identifier }
    }

    private init(_ category: UNNotificationCategory) {
        self.init(
            identifier: category.identifier,
            actions: category.actions.map(NotificationAction.init),
            options: Options(rawValue: UInt32(truncatingIfNeeded: category.options.rawValue)),
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBodyPlaceholder.withoutControls,
            categorySummaryFormat: category.categorySummaryFormat.withoutControls,
            intentIdentifiers: category.intentIdentifiers
        )
    }

    /// The category for the app.
    var object: UNNotificationCategory {
        UNNotificationCategory(
            identifier: identifier,
            actions: actions.map(\.object),
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: categorySummaryFormat,
            options: UNNotificationCategoryOptions(rawValue: UInt(options.rawValue))
        )
    }
}

extension NotificationAction {
    fileprivate init(_ action: UNNotificationAction) {
        let text = action as? UNTextInputNotificationAction
        self.init(
            identifier: action.identifier,
            title: action.title.inOneLine,
            options: Options(rawValue: UInt32(truncatingIfNeeded: action.options.rawValue)),
            icon: action.icon.map { $0.isSystemImage ? .theme($0.name) : .template($0.name) },
            textInput: text.map {
                TextInput(
                    buttonTitle: $0.textInputButtonTitle.inOneLine,
                    placeholder: $0.textInputPlaceholder.inOneLine
                )
            }
        )
    }

    fileprivate var object: UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: UInt(options.rawValue))
        guard let textInput else {
            return UNNotificationAction(
                identifier: identifier,
                title: title,
                options: options,
                icon: icon?.object
            )
        }
        return UNTextInputNotificationAction(
            identifier: identifier,
            title: title,
            options: options,
            icon: icon?.object,
            textInputButtonTitle: textInput.buttonTitle,
            textInputPlaceholder: textInput.placeholder
        )
    }
}

extension NotificationAction.Icon {
    fileprivate var object: UNNotificationActionIcon {
        switch self {
        case .theme(let name): UNNotificationActionIcon(systemImageName: name)
        case .template(let name): UNNotificationActionIcon(templateImageName: name)
        }
    }
}
