extension NotificationCategory {
    /// Validates a set of categories, whose identifiers must be unique.
    package static func validate(_ categories: [NotificationCategory]) throws(RequestError) {
        guard categories.count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(categories.count) categories are more than the \(RequestLimits.categories) that an "
                    + "app may have",
                wayOut: "leave out those that it does not use"
            )
        }
        var seen: Set<String> = []
        for (index, category) in categories.enumerated() {
            do throws(RequestError) {
                try category.validate()
                guard seen.insert(category.identifier).inserted else {
                    throw RequestError(
                        .invalidContent,
                        "two categories have the identifier \(category.identifier.quoted)",
                        about: Self.identifierField,
                        wayOut: "each needs its own"
                    )
                }
            } catch {
                throw error.within("categories[\(index)]")
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
                "a category has no identifier",
                about: Self.identifierField,
                wayOut: "give it the one that the content names"
            )
        }
        let title = RequestLimits.title
        try Self.check(identifier, "identifier", "category identifier", atMost: title)
        try Self.check(
            hiddenPreviewsBodyPlaceholder,
            "hiddenPreviewsBodyPlaceholder",
            "hidden previews placeholder",
            atMost: title
        )
        try Self.check(
            categorySummaryFormat,
            "categorySummaryFormat",
            "category summary format",
            atMost: title
        )
        try Self.check(count: actions.count, "actions", "actions", of: identifier)
        for (index, action) in actions.enumerated() {
            do throws(RequestError) {
                try action.validate()
            } catch {
                throw error.within("actions[\(index)]")
            }
        }
        try Self.check(
            count: intentIdentifiers.count,
            "intentIdentifiers",
            "intent identifiers",
            of: identifier
        )
        for (index, intent) in intentIdentifiers.enumerated() {
            try Self.check(
                intent,
                "intentIdentifiers[\(index)]",
                "intent identifier",
                atMost: RequestLimits.identifier
            )
        }
    }

    private static let identifierField = RequestError.Field("identifier", "the category identifier")

    private static func check(
        _ text: String,
        _ path: String,
        _ name: String,
        atMost limit: Int
    ) throws(RequestError) {
        let field = RequestError.Field(path, "the \(name)")
        try NotificationRequest.check(text, field, atMost: limit, breaks: true)
    }

    private static func check(
        count: Int,
        _ path: String,
        _ name: String,
        of identifier: String
    ) throws(RequestError) {
        guard count <= RequestLimits.actions else {
            throw RequestError(
                .invalidContent,
                "the category \(identifier.quoted) has \(count) \(name), more than the "
                    + "\(RequestLimits.actions) that it may have",
                about: RequestError.Field(path, "the \(name)")
            )
        }
    }
}

extension NotificationAction {
    /// Validates every field; an identifier or label may be empty.
    package func validate() throws(RequestError) {
        let label = RequestLimits.label
        try NotificationRequest.check(
            identifier,
            .actionIdentifier,
            atMost: RequestLimits.identifier
        )
        try NotificationRequest.check(title, .label, atMost: label)
        if let url { _ = try LaunchURL(url) }
        if let snooze { try NotificationTrigger.validate(snooze: snooze) }
        switch icon {
        case nil: break
        case .theme(let name), .template(let name):
            try NotificationRequest.check(name, .actionIcon, atMost: RequestLimits.identifier)
        }
        if let textInput {
            let (button, placeholder) = (textInput.buttonTitle, textInput.placeholder)
            try NotificationRequest.check(button, .buttonTitle, atMost: label)
            try NotificationRequest.check(placeholder, .placeholder, atMost: RequestLimits.title)
        }
    }
}
