import AgentInterface
import GLibBridge
package import NotifyCore

extension RequestFile {
    /// Returns the request that the file describes.
    ///
    /// - Throws: ``Refusal`` if a value is invalid.
    package func request(now: Instant, zones: ZoneSource) throws(Refusal) -> NotificationRequest {
        let written = try written()
        guard written.setsTime else { throw missingTime }
        var blank = NotificationRequest(
            appID: AgentNames.requestFilesApp,
            identifier: identifier,
            content: NotificationContent()
        )
        blank.requester = path
        let request: NotificationRequest
        do {
            request = try written.request(blank, in: Self.context(now: now, zones: zones))
        } catch {
            throw refusal(error)
        }
        do {
            try request.validate()
        } catch {
            throw refusal(error, of: request)
        }
        return request
    }

    /// What the texts of files mean: paths are absolute, because a file has no working directory.
    static func context(now: Instant, zones: ZoneSource) -> WrittenContext {
        var context = WrittenContext(now: now, zones: zones)
        context.sound = { text throws(RequestError) in
            try SoundCheck(takesRelativePaths: false).sound(text)
        }
        context.icon = { text throws(RequestError) in
            try IconCheck(takesRelativePaths: false).icon(text)
        }
        return context
    }

    /// Returns what is written.
    ///
    /// - Throws: ``Refusal`` if a button has no URL.
    func written() throws(Refusal) -> WrittenRequest {
        var written = WrittenRequest()
        for part in WrittenPart.allCases where part.row.key != nil {
            written.add(part, value(part))
        }
        for (name, group) in actionGroups {
            let url = group[RequestFileKey.urlKey] ?? ""
            guard !url.isEmpty else {
                throw refusal(
                    "[\(group.name)] has no \(RequestFileKey.urlKey), which says what it opens",
                    in: group.name
                )
            }
            let label = group.localized(RequestFileKey.labelKey) ?? ""
            written.add(button: name, label: label.isEmpty ? name : label, url: url)
        }
        return written
    }

    /// The error of a file without a time.
    var missingTime: Refusal {
        let names = WrittenPart.timeParts.compactMap(\.row.key).joined(separator: ", ")
        return refusal("there is no time; add one of \(names)")
    }

    /// Returns an error with the line of what it is about.
    func refusal(_ error: WrittenError) -> Refusal {
        if let button = error.button, let cause = error.error,
            let group = actionGroups.first(where: { $0.name == button })?.group.name
        {
            return refusal(cause, ofAction: group)
        }
        return refusal(error.message(in: .keys), error.part?.row.key)
    }

    /// Returns an error of a whole request, with the name and the line of the key that it is about.
    package func refusal(_ error: RequestError, of request: NotificationRequest) -> Refusal {
        refusal(((try? written()) ?? WrittenRequest()).error(error, of: request))
    }
}
