extension NotificationCategory {
    /// Validates a set of categories, whose identifiers must be unique.
    package static func validate(_ categories: [NotificationCategory]) throws(RequestError) {
        guard categories.count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(categories.count) categories are more than the \(RequestLimits.categories) that an "
                    + "app may have; leave out those that it does not use"
            )
        }
        var seen: Set<String> = []
        for category in categories {
            try category.validate()
            guard seen.insert(category.identifier).inserted else {
                throw RequestError(
                    .invalidContent,
                    "two categories have the identifier \(category.identifier.quoted); each needs its own"
                )
            }
        }
    }

    /// Validates every field.
    ///
    /// Actions without an identifier, or with one that is not unique, are stored but not shown.
    package func validate() throws(RequestError) {
        guard !identifier.isEmpty else {
            throw RequestError(
                .invalidContent,
                "a category has no identifier; give it the one that the content names"
            )
        }
        let title = RequestLimits.title
        try Self.check(identifier, "category identifier", atMost: title)
        try Self.check(hiddenPreviewsBodyPlaceholder, "hidden previews placeholder", atMost: title)
        try Self.check(categorySummaryFormat, "category summary format", atMost: title)
        try Self.check(count: actions.count, "actions", of: identifier)
        for action in actions { try action.validate() }
        try Self.check(count: intentIdentifiers.count, "intent identifiers", of: identifier)
        for intent in intentIdentifiers {
            try Self.check(intent, "intent identifier", atMost: RequestLimits.identifier)
        }
    }

    private static func check(
        _ text: String,
        _ name: String,
        atMost limit: Int
    ) throws(RequestError) {
        try NotificationRequest.check(text, named: name, atMost: limit, breaks: true)
    }

    private static func check(
        count: Int,
        _ name: String,
        of identifier: String
    ) throws(RequestError) {
        guard count <= RequestLimits.actions else {
            throw RequestError(
                .invalidContent,
                "the category \(identifier.quoted) has \(count) \(name), more than the "
                    + "\(RequestLimits.actions) that it may have"
            )
        }
    }
}

extension NotificationAction {
    /// Validates every field; an identifier or label may be empty.
    package func validate() throws(RequestError) {
        let identifierLimit = RequestLimits.identifier
        let label = RequestLimits.label
        try NotificationRequest.check(
            identifier,
            named: "action identifier",
            atMost: identifierLimit
        )
        try NotificationRequest.check(title, named: "action label", atMost: label)
        if let url { _ = try LaunchURL(url) }
        if let snooze { try NotificationTrigger.validate(snooze: snooze) }
        switch icon {
        case nil: break
        case .theme(let name), .template(let name):
            try NotificationRequest.check(name, named: "action icon", atMost: identifierLimit)
        }
        if let textInput {
            try NotificationRequest.check(
                textInput.buttonTitle,
                named: "text input button title",
                atMost: label
            )
            try NotificationRequest.check(
                textInput.placeholder,
                named: "text input placeholder",
                atMost: RequestLimits.title
            )
        }
    }
}
