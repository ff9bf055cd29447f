import ConfigurationFiles
import GLibBridge
package import NotifyCore

/// A request as a text in the format of `requests.d`, to be edited.
///
/// What the format cannot express is in no text, and stays.
package struct RequestText: Sendable {
    /// A request that was made of another one.
    package struct Change: Sendable {
        /// The request as it is to be.
        package var request: NotificationRequest
        /// Whether its time is another one.
        package var hasNewTime: Bool
    }

    /// The text.
    package let text: String
    private let original: NotificationRequest
    private let zones: ZoneSource

    /// Writes a request.
    package init(
        _ request: NotificationRequest,
        comment: [String],
        now: Instant,
        zones: ZoneSource
    ) {
        original = request
        self.zones = zones
        let written = WrittenRequest(request, in: RequestFile.context(now: now, zones: zones))
        var lines = written.fileText
        if !written.setsTime, request.trigger != .immediate {
            lines = "# Its time cannot be written here, and stays as it is.\n" + lines
        }
        text = comment.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined() + "\n" + lines
    }

    /// Returns the request that a changed text describes.
    ///
    /// - Returns: the request; `nil` where all values are as in ``text``.
    package func change(
        to changed: String,
        path: String,
        now: Instant
    ) throws(RequestFile.Refusal) -> Change? {
        let before = try RequestFile(text, identifier: original.identifier, path: path).written()
        let file = try RequestFile(changed, identifier: original.identifier, path: path)
        try refuseFolderKeys(of: file)
        let after = try file.written()
        guard after != before else { return nil }
        let context = RequestFile.context(now: now, zones: zones)
        var change = Change(request: original, hasNewTime: false)
        do {
            change.hasNewTime = try after.change(&change.request, since: before, in: context)
        } catch {
            throw file.refusal(error)
        }
        if change.hasNewTime, !after.setsTime { throw file.missingTime }
        do {
            try change.request.validate()
        } catch {
            throw file.refusal(error, of: change.request)
        }
        guard change.hasNewTime else { return change }
        do {
            let zone = try zones.zone(of: change.request.trigger)
            _ = try PendingRequest(accepting: change.request, now: now, zone: zone)
        } catch {
            throw file.refusal(error, of: change.request)
        }
        return change
    }

    /// Refuses what only files of the folder have.
    private func refuseFolderKeys(of file: RequestFile) throws(RequestFile.Refusal) {
        let group = RequestFileKey.calendarGroup
        guard file.file[group] == nil else {
            throw file.refusal(
                "[\(group)] is for the files of requests.d; to follow a calendar: notify-schedule import "
                    + "--follow",
                in: group
            )
        }
        let key = RequestFileKey.enabled
        guard file.file[RequestFileKey.group]?[key]?.isEmpty ?? true else {
            throw file.refusal(
                "\(key) is for the files of requests.d; to hold it back: notify-schedule pause "
                    + original.identifier,
                key
            )
        }
    }
}

extension WrittenRequest {
    /// The text of a file of `requests.d`; what the format cannot express is left out.
    package var fileText: String {
        var edit = KeyFileEdit("[\(RequestFileKey.group)]\n")
        for part in parts {
            guard let key = part.row.key else { continue }
            let separator = part.row.separator == ";" ? "; " : ","
            let texts = entries(of: part).map(\.text)
            let value = part.row.repeats ? texts.joined(separator: separator) : texts.last ?? ""
            if !value.isEmpty { edit.set(key, in: RequestFileKey.group, to: value) }
        }
        for entry in entries(of: .action) {
            guard let name = entry.name else { continue }
            let group = "\(RequestFileKey.actionWord) \(name)"
            edit.set(RequestFileKey.labelKey, in: group, to: entry.label ?? name)
            edit.set(RequestFileKey.urlKey, in: group, to: entry.text)
        }
        return edit.text
    }
}
