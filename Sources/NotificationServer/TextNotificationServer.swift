package import GLibBridge
import Glibc

/// A small notification server that draws bubbles as text, for machines without a desktop.
///
/// Bubbles are drawn one at a time in order of arrival; the next one is drawn after the user has answered.
@GLibActor
package final class TextNotificationServer {
    /// How a bubble ended.
    package struct Closing: Sendable, Equatable {
        /// The bubble.
        package let id: UInt32
        /// The key of the action that the user chose; `nil` for none.
        package let key: String?
        /// The reason.
        package let reason: ClosedReason
    }

    /// The bubbles that ended, in order.
    package nonisolated let closings: AsyncStream<Closing>

    private struct Entry {
        let id: UInt32
        var call: NotifyCall
    }

    private let style: TextStyle
    private let input: TextInput
    private let output: @GLibActor @Sendable (String) -> Void
    private let yield: AsyncStream<Closing>.Continuation
    private var server: NotificationServer?
    private var reader: TypedLineReader?
    private var queue: [Entry] = []
    private var choiceTimer: ClockTimer?
    private var expiryTimer: ClockTimer?
    private var inputEnded = false

    /// Starts the server.
    ///
    /// - Throws: ``ServerStartError`` if another server is running or the bus refuses;
    ///   ``GLibBridge/SystemError`` if the input cannot be watched.
    package init(
        on connection: BusConnection,
        style: TextStyle,
        input: TextInput,
        output: @escaping @GLibActor @Sendable (String) -> Void
    ) throws {
        self.style = style
        self.input = input
        self.output = output
        (closings, yield) = AsyncStream.makeStream(of: Closing.self)
        server = try NotificationServer(on: connection, delegate: self)
        choiceTimer = try ClockTimer(on: .bootTime) { [weak self] _ in self?.chooseAutomatically() }
        expiryTimer = try ClockTimer(on: .bootTime) { [weak self] _ in self?.expire() }
        if case .keyboard(let descriptor) = input {
            reader = try TypedLineReader(on: descriptor) { [weak self] line in self?.typed(line) }
        }
    }

    /// Closes open bubbles, releases the name and ends ``closings``.
    package func stop() {
        for entry in queue {
            server?.sendClosed(id: entry.id, reason: .undefined)
            yield.yield(Closing(id: entry.id, key: nil, reason: .undefined))
        }
        queue = []
        reader = nil
        choiceTimer = nil
        expiryTimer = nil
        server?.stop()
        server = nil
        yield.finish()
    }

    private func draw() {
        choiceTimer?.disarm()
        expiryTimer?.disarm()
        guard let entry = queue.first else { return }
        write(TextBubble(style: style).lines(of: entry.call))
        if entry.call.expireTimeout > 0 {
            arm(expiryTimer, in: entry.call.expireTimeout)
        }
        switch input {
        case .keyboard where inputEnded: end(entry.id, reason: .dismissed)
        case .keyboard: write([question(entry.call)])
        case .automatic(_, let pause): arm(choiceTimer, in: pause)
        }
    }

    private func arm(_ timer: ClockTimer?, in milliseconds: Int32) {
        timer?.arm(at: ClockTimer.Clock.bootTime.now + Int64(max(0, milliseconds)) * 1000)
    }

    private func question(_ call: NotifyCall) -> String {
        let count = call.buttons.count
        var parts = count == 0 ? [] : [count == 1 ? "1 = the button" : "1-\(count) = a button"]
        if call.hasDefaultAction { parts.append("Enter alone = click on the bubble") }
        parts.append("0 or d = dismiss")
        return "Type and press Enter: \(parts.joined(separator: ", "))"
    }

    private func typed(_ line: String?) {
        guard let line else {
            inputEnded = true
            if let entry = queue.first { end(entry.id, reason: .dismissed) }
            return
        }
        guard let entry = queue.first else { return }
        guard let choice = TextChoice(line: line) else {
            let shown = LineWrap.shortened(
                PlainText.cleanLine(line, unicode: style.isUnicode),
                width: 20,
                ellipsis: "..."
            )
            write(["\"\(shown)\" is not a choice.", question(entry.call)])
            return
        }
        do {
            try answer(entry, choice)
        } catch {
            write(["\(error)", question(entry.call)])
        }
    }

    private func chooseAutomatically() {
        guard case .automatic(let choice, _) = input, let entry = queue.first else { return }
        do {
            try answer(entry, choice)
        } catch {
            write(["\(error)"])
            end(entry.id, reason: .dismissed)
        }
    }

    private func answer(_ entry: Entry, _ choice: TextChoice) throws(NoSuchButton) {
        let key = try choice.key(in: entry.call)
        if let key { server?.sendActionInvoked(id: entry.id, key: key) }
        end(entry.id, key: key, reason: .dismissed)
    }

    private func expire() {
        if let entry = queue.first { end(entry.id, reason: .expired) }
    }

    private func end(_ id: UInt32, key: String? = nil, reason: ClosedReason) {
        guard let index = queue.firstIndex(where: { $0.id == id }) else { return }
        let entry = queue.remove(at: index)
        server?.sendClosed(id: id, reason: reason)
        if index == 0 { write([result(entry.call, key, reason)]) }
        yield.yield(Closing(id: id, key: key, reason: reason))
        if index == 0 { draw() }
    }

    private func result(_ call: NotifyCall, _ key: String?, _ reason: ClosedReason) -> String {
        let arrow = style.isUnicode ? "→" : "->"
        if let key {
            let label = key == "default" ? "" : call.actions.first { $0.key == key }?.label ?? key
            let shown = PlainText.cleanLine(label, unicode: style.isUnicode)
            return "\(arrow) \(shown.isEmpty ? "clicked" : shown)"
        }
        switch reason {
        case .expired: return "\(arrow) expired"
        case .dismissed: return "\(arrow) dismissed"
        case .closedByCall: return "\(arrow) closed by the program that sent it"
        case .undefined: return "\(arrow) closed"
        }
    }

    private func write(_ lines: [String]) {
        output(lines.map { "\($0)\n" }.joined())
    }
}

extension TextNotificationServer: NotificationServerDelegate {
    /// Queues a bubble, or changes the one that it replaces.
    package func server(
        _ server: NotificationServer,
        show call: NotifyCall,
        reply: ServerReply<UInt32>
    ) {
        let id = server.id(for: call)
        reply.answer(id)
        if let index = queue.firstIndex(where: { $0.id == id }) {
            queue[index].call = call
            if index == 0 { draw() }
        } else {
            queue.append(Entry(id: id, call: call))
            if queue.count == 1 { draw() }
        }
    }

    /// Removes a bubble from the queue; an unknown one is no error.
    package func server(_ server: NotificationServer, close id: UInt32, reply: ServerReply<Void>) {
        reply.answer(())
        end(id, reason: .closedByCall)
    }

    /// Returns the capabilities of text.
    package func server(_ server: NotificationServer, capabilities reply: ServerReply<[String]>) {
        reply.answer(["actions", "body"])
    }

    /// Returns the name of this server.
    package func server(_ server: NotificationServer, identity reply: ServerReply<ServerIdentity>) {
        reply.answer(
            ServerIdentity(name: "notify-schedule demo", vendor: "notify-schedule", version: "1")
        )
    }
}
