package import GLibBridge
import NotifyCore

/// An ntfy server.
@GLibActor
package final class NtfyServer: RelayTransport {
    /// ntfy's message-size-limit unless it is configured otherwise.
    package nonisolated static let usualSizeLimit = 4096

    package let maxMessage: Int
    private let requests: NtfyRequests
    private var followers: [String: TopicFollower] = [:]
    /// Until when nothing is published, by the clock since boot in microseconds.
    private var quietUntil: Int64 = 0
    /// The maximum time of one request, in milliseconds.
    private static let maxTime: UInt32 = 30_000

    /// Prepares the use of a server.
    ///
    /// - Parameter access: how it is used; its limit of size is the server's message-size-limit.
    /// - Throws: ``RelayError`` if the file of authorities cannot be used.
    package init(
        _ address: ServerAddress,
        _ access: ServerAccess = ServerAccess()
    ) throws(RelayError) {
        requests = try NtfyRequests(address, access)
        let sizeLimit = access.sizeLimit ?? Self.usualSizeLimit
        // A text of the limit itself becomes an attachment.
        maxMessage = sizeLimit - 1
    }

    package func publish(_ message: TopicPost) async throws(RelayError) -> String {
        guard message.text.utf8.count <= maxMessage else {
            throw RelayError(
                .tooLong,
                "the message has \(message.text.utf8.count) bytes, and MaxMessage= allows \(maxMessage) of them"
            )
        }
        let rest = quietUntil - ClockTimer.Clock.bootTime.now
        if rest > 0 { await GLibActor.thread.sleep(milliseconds: UInt32(rest / 1000 + 1)) }
        let cancellation = Cancellation()
        let timedOut = Flag()
        let deadline = try Self.timer {
            timedOut.isSet = true
            cancellation.cancel()
        }
        deadline.arm(at: ClockTimer.Clock.bootTime.now + Int64(Self.maxTime) * 1000)
        defer { deadline.disarm() }
        do throws(RelayError) {
            // Without it, a server may pass the text on to the services that wake phones.
            let headers = message.wakesPhones ? [] : [(name: "Firebase", value: "no")]
            let body = try await requests.post(Self.json(message), headers, cancellation)
            guard case .message(let stored)? = NtfyLine(body) else {
                throw RelayError(
                    .otherServer,
                    "what answers is not ntfy; write the address of an ntfy server to Server="
                )
            }
            return stored.id
        } catch {
            if let pause = error.pause {
                quietUntil = ClockTimer.Clock.bootTime.now + Int64(pause) * 1000
            }
            throw timedOut.isSet ? RelayError.silence(seconds: Self.maxTime / 1000) : error
        }
    }

    package func follow(
        _ topics: [FollowedTopic],
        _ receive: @escaping @GLibActor @Sendable (TransportEvent) -> Void
    ) {
        let names = Set(topics.map(\.name))
        for (name, follower) in followers where !names.contains(name) {
            follower.stop()
            followers[name] = nil
        }
        for topic in topics where followers[topic.name] == nil {
            let follower = TopicFollower(topic, on: requests, receive)
            followers[topic.name] = follower
            do throws(SystemError) {
                try follower.start()
            } catch {
                let reason = RelayError(.unreachable, "\(topic.name) is not followed: \(error)")
                receive(.disconnected(topic: topic.name, reason, retryIn: 0))
            }
        }
    }

    /// Tries what waits for the network at once.
    package func noteNetwork() {
        for follower in followers.values { follower.noteNetwork() }
    }

    private static func timer(
        _ action: @escaping @GLibActor @Sendable () -> Void
    ) throws(RelayError) -> ClockTimer {
        do throws(SystemError) {
            return try ClockTimer(on: .bootTime) { _ in action() }
        } catch {
            throw RelayError(.unreachable, "nothing can be sent now: \(error)")
        }
    }

    nonisolated static func json(_ message: TopicPost) -> [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("topic")
        text.string(message.topic)
        text.key("message")
        text.string(message.text)
        if !message.title.isEmpty {
            text.key("title")
            text.string(message.title)
        }
        if message.priority != 3 {
            text.key("priority")
            text.integer(message.priority)
        }
        if let click = message.click {
            text.key("click")
            text.string(click)
        }
        text.close("}")
        return text.bytes
    }

    @GLibActor
    private final class Flag {
        var isSet = false
    }
}
