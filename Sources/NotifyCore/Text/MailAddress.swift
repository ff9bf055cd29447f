/// The mail addresses of people in calendars.
package enum MailAddress {
    /// The maximum number of addresses in a list.
    package static let maxCount = 20
    private static let maxBytes = 320
    private static let field = RequestError.Field("me", "me")

    /// Returns an address as it is compared: in lower case and without `mailto:`.
    package static func normalized(_ text: String) -> String {
        let text = text.lowercased().filter { !$0.isWhitespace }
        return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
    }

    /// Returns the addresses of a list, which are separated by spaces, commas or semicolons.
    package static func list(_ text: String) throws(RequestError) -> [String] {
        try checked(
            text.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map { normalized(String($0)) }
        )
    }

    /// Checks addresses.
    package static func checked(_ addresses: [String]) throws(RequestError) -> [String] {
        guard addresses.count <= maxCount else {
            throw RequestError(
                .invalidContent,
                Self.field,
                reason: "has \(addresses.count) addresses, more than \(maxCount)",
                wayOut: "leave some out"
            )
        }
        var known: Set<String> = []
        for address in addresses {
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
                address.utf8.count <= maxBytes,
                address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
            else {
                throw RequestError(
                    .invalidContent,
                    Self.field,
                    value: address.quoted,
                    reason: "is not a mail address",
                    wayOut: "write one such as me@example.org"
                )
            }
            known.insert(address)
        }
        return addresses.filter { known.remove($0) != nil }
    }
}
