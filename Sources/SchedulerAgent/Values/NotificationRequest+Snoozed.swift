import NotifyCore

extension NotificationRequest {
    private static let snoozeSuffix = ".snoozed"
    /// How many requests may wait to show one request again.
    private static let maxSnoozed = 100

    /// Returns a request that shows this one again after a time; its identifier is the caller's to choose.
    ///
    /// It is a copy, so that it keeps each field that is not changed here.
    func snoozed(after microseconds: Int64) -> NotificationRequest {
        var child = self
        child.trigger = .timeInterval(microseconds: microseconds, repeats: false)
        // The end of a rule does not concern what fires once.
        child.options.until = nil
        child.options.times = nil
        // It has run on the date that is shown again.
        child.run = nil
        return child
    }

    /// Returns the identifiers of requests that show a request again, in the order in which they are taken.
    ///
    /// They are ID.snoozed, ID.snoozed.2 and so on; what shows another one again comes again as itself.
    static func snoozedIdentifiers(_ identifier: String) -> [String] {
        let stem = stem(ofSnoozed: identifier)
        let names = (1...maxSnoozed).map { number in
            let suffix = number == 1 ? snoozeSuffix : "\(snoozeSuffix).\(number)"
            var start = stem ?? identifier
            while start.utf8.count + suffix.utf8.count > RequestLimits.identifier {
                start.removeLast()
            }
            return start + suffix
        }
        return stem == nil ? names : [identifier] + names.filter { $0 != identifier }
    }

    /// Returns the identifier of the request that one shows again; `nil` if it has no such identifier.
    static func stem(ofSnoozed identifier: String) -> String? {
        if identifier.hasSuffix(snoozeSuffix) {
            return String(identifier.dropLast(snoozeSuffix.count))
        }
        guard let dot = identifier.lastIndex(of: "."),
            identifier[..<dot].hasSuffix(snoozeSuffix),
            let number = Int(identifier[dot...].dropFirst()), (2...maxSnoozed).contains(number),
            identifier[dot...] == ".\(number)"
        else { return nil }
        return String(identifier[..<dot].dropLast(snoozeSuffix.count))
    }
}
