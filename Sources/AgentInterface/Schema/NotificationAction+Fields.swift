package import NotifyCore

extension NotificationAction: Record {
    package static let recordName = "action"
    package static var blank: Self { Self(identifier: "", title: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("identifier", .text, &identifier)
        try fields.required("title", .text, &title)
        try fields.optional("url", .text, &url)
        try fields.optional("snooze", .span, &snooze)
        try fields.optional("options", .bits, &options, default: [])
        var theme: String? = if case .theme(let name) = icon { name } else { nil }
        var template: String? = if case .template(let name) = icon { name } else { nil }
        try fields.optional("icon", .text, &theme)
        try fields.optional("templateIcon", .text, &template)
        try fields.optional("textInput", .record, &textInput)
        guard fields.isReading else { return }
        guard theme == nil || template == nil else {
            throw RequestError(
                .malformed,
                "icon and templateIcon exclude each other",
                about: .init("icon", "icon"),
                wayOut: "keep one of them"
            )
        }
        icon = theme.map(Icon.theme) ?? template.map(Icon.template)
    }
}

extension NotificationAction.TextInput: Record {
    package static let recordName = "textInput"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.written("buttonTitle", .text, &buttonTitle, default: "")
        try fields.written("placeholder", .text, &placeholder, default: "")
    }
}

extension NotificationCategory: Record {
    package static let recordName = "category"
    package static var blank: Self { Self(identifier: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("identifier", .text, &identifier)
        try fields.list("actions", &actions)
        try fields.optional("options", .bits, &options, default: [])
        try fields.optional(
            "hiddenPreviewsBodyPlaceholder",
            .text,
            &hiddenPreviewsBodyPlaceholder,
            default: ""
        )
        try fields.optional("categorySummaryFormat", .text, &categorySummaryFormat, default: "")
        try fields.optional("intentIdentifiers", .texts, &intentIdentifiers, default: [])
    }
}
