package import NotifyCore

/// A response in a message to an app, with the fields that prevent two processes from handling it.
package struct HandedResponse: Hashable, Sendable {
    /// The response.
    package var response: AppResponse
    /// The agent's number of the response; `nil` from agents that have none.
    package var id: Int64?
    /// The time until which the app may handle it, in microseconds of CLOCK_BOOTTIME; `nil` for no limit.
    package var until: Int64?
    /// The desktop's activation token of the click that brings the app to the front; `nil` for none.
    package var activationToken: String?

    /// Makes one from its parts.
    package init(
        _ response: AppResponse,
        id: Int64? = nil,
        until: Int64? = nil,
        activationToken: String? = nil
    ) {
        self.response = response
        self.id = id
        self.until = until
        self.activationToken = activationToken
    }
}

extension HandedResponse: Record {
    package static let recordName = "response"
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try response.visit(&fields)
        try fields.optional("id", .int64, &id)
        try fields.optional("until", .int64, &until)
        try fields.optional("activationToken", .text, &activationToken)
    }
}
