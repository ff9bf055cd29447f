import NotifyCore
import RelayGroup
import RelayProgram
import RelayServers

/// What must hold for any line of a server, and for any message of a group or of a plain topic.
enum RelayCheck {
    private static let epoch = GroupEpoch(number: 1, author: DeviceID())

    static func check(_ bytes: [UInt8]) {
        checkLine(bytes)
        checkEnvelope(bytes)
        guard let body = MessageBody(json: bytes) else { return }
        precondition(MessageBody(json: body.json) == body, "a body changes when it is sent")
    }

    private static func checkLine(_ bytes: [UInt8]) {
        guard case .message(let message)? = NtfyLine(bytes) else { return }
        precondition((1...64).contains(message.id.utf8.count), "an ID of another size")
        precondition(!message.id.contains("/"), "an ID that leads elsewhere")
        precondition((1...5).contains(message.priority), "another priority")
        precondition(message.tags.count <= 20 && message.links.count <= 3, "too many parts")
        let (request, removed) = InboxMessage.request(of: message, from: "topic")
        precondition((try? request.validate()) != nil, "a message becomes an invalid request")
        let opened = request.actions.compactMap(\.url) + [request.openURL].compactMap { $0 }
        for url in opened {
            precondition((try? LaunchURL(url))?.isOpen == true, "another URL is opened")
        }
        precondition(
            opened.count + removed.count == message.links.count + (message.click == nil ? 0 : 1),
            "a URL is lost"
        )
        precondition(request.appID == InboxMessage.app, "another app")
        precondition(request.content.subtitle.hasSuffix("ntfy · topic"), "another source")
    }

    private static func checkEnvelope(_ bytes: [UInt8]) {
        // Nobody has the key, so nothing can be read.
        let text = String(decoding: bytes, as: UTF8.self)
        let envelope = try? Envelope(opening: text, epoch: epoch) { _ in [] }
        precondition(envelope == nil, "an envelope without the key was read")
    }
}
