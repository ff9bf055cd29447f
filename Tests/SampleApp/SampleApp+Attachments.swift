import UserNotifications

extension SampleApp {
    func attach(_ identifier: String, file: String) {
        let url = URL(fileURLWithPath: file)
        do {
            let attachment = try UNNotificationAttachment(
                identifier: "picture",
                url: url,
                options: [
                    UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
                    UNNotificationAttachmentOptionsTypeHintKey: "public.png",
                ]
            )
            add(identifier, [attachment], from: url)
        } catch {
            report("attached:", identifier, name(of: error))
        }
    }

    /// Takes the attachments of a pending request for another one.
    func attachAgain(_ identifier: String, as other: String) {
        center.getPendingNotificationRequests { requests in
            let request = requests.first { $0.identifier == identifier }
            guard let attachments = request?.content.attachments, let url = attachments.first?.url
            else { return report("attached:", other, "nothing") }
            self.add(other, attachments, from: url)
        }
    }

    private func add(_ identifier: String, _ attachments: [UNNotificationAttachment], from url: URL)
    {
        let content = UNMutableNotificationContent()
        content.title = identifier
        content.attachments = attachments
        let request = UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: false)
        )
        center.add(request) { error in
            let isThere = FileManager.default.fileExists(atPath: url.path) ? "stays" : "moved"
            report("attached:", identifier, name(of: error), isThere)
        }
        center.getPendingNotificationRequests { requests in
            let kept = requests.first { $0.identifier == identifier }?.content.attachments ?? []
            for attachment in kept {
                let type = (attachment.identifier, attachment.type)
                report("kept:", identifier, type.0, type.1, attachment.url.path)
            }
        }
    }
}
