import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotifyCore

extension WrittenRequest {
    /// Returns what is written with the zone of TZ if it differs from the agent's, because a date without a zone is in
    /// the zone of the caller.
    ///
    /// - Returns: `nil` if the trigger is right as it is.
    /// - Throws: ``UsageError`` if the agent does not know the zone of TZ, or what prevents asking it.
    func inZoneOfCaller(
        _ trigger: NotificationTrigger,
        _ client: AgentClient
    ) throws -> WrittenRequest? {
        guard isOfClock, trigger.zoneIdentifier == nil, Environment["TZ"] != nil else { return nil }
        let own = try ZoneOption.local().identifier
        let status = try client.statusOfStartedAgent()
        guard let other = status["timeZone"]?.string, other != own else { return nil }
        guard SystemZone(named: own) != nil else {
            throw UsageError(
                "TZ is the zone \(own.quoted), but the agent's is \(other); name yours, as in "
                    + "--tz Europe/Berlin"
            )
        }
        var zoned = self
        zoned[.zone] = own
        return zoned
    }

    /// Returns the remark for a time of day that is not written; `nil` if there is none.
    func dayStartRemark(in context: WrittenContext) -> String? {
        switch unwrittenTime(in: context) {
        case nil: nil
        case .dayStart: DayStart.remark(DayHours.configured.start)
        case .midnight: DayStart.remark(ofMidnight: self[.on] ?? "", DayHours.configured.start)
        }
    }

    /// Returns the attachments for the opened files of `--attach`.
    func attachments(_ files: [AttachmentFile]) -> [NotificationAttachment] {
        zip(files, texts(.attach)).enumerated().map { index, file in
            AttachArgument.attachment(file.0, path: file.1, index: index)
        }
    }

    /// Throws if there is no text at all, as after a shell variable that is not set.
    func checkText(of request: NotificationRequest) throws(RequestError) {
        let content = request.content
        guard request.run == nil,
            [content.title, content.subtitle, content.body].allSatisfy(\.isEmpty)
        else { return }
        throw RequestError(
            .invalidContent,
            "the title and the body are both empty; write at least one of them"
        )
    }
}

extension WrittenPart {
    /// Reads the values of `edit --clear`.
    static func cleared(_ names: [String]) throws(RequestError) -> [WrittenPart] {
        let known = cleared
        var parts: [WrittenPart] = []
        for name in names.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let name = String(name)
            guard let part = WrittenPart(rawValue: name), known.contains(part) else {
                let all = known.map(\.rawValue)
                throw RequestError(
                    .invalidContent,
                    "--clear \(name.quoted) is not a part that can be left out; write "
                        + "\(all.dropLast().joined(separator: ", ")) or \(all.last ?? "")"
                )
            }
            parts.append(part)
        }
        return parts
    }
}
