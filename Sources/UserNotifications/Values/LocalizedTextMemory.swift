import AgentInterface
import Foundation
import NotifyCore
import Synchronization

/// Remembers which key a text was made from, so that it can be looked up again when it is shown.
///
/// The texts are plain strings, as on Apple's systems, where the string itself carries that. The latest
/// 1000 are remembered.
enum LocalizedTextMemory {
    private struct State {
        var texts: [String: LocalizedTexts.Text] = [:]
        var order: [String] = []
    }

    private static let limit = 1_000
    private static let state = Mutex(State())

    /// Where the app's tables are.
    static var folder: String { Bundle.main.resourcePath ?? Bundle.main.bundlePath }

    static func note(_ text: String, _ origin: LocalizedTexts.Text) {
        state.withLock { state in
            if state.texts.updateValue(origin, forKey: text) == nil { state.order.append(text) }
            if state.order.count > limit { state.texts[state.order.removeFirst()] = nil }
        }
    }

    /// What has to be looked up for content; `nil` where its texts are none of those.
    static func texts(title: String, subtitle: String, body: String) -> LocalizedTexts? {
        let known = state.withLock { state in
            [title, subtitle, body].map { state.texts[$0] }
        }
        guard known.contains(where: { $0 != nil }) else { return nil }
        return LocalizedTexts(
            folder: folder,
            title: known[0],
            subtitle: known[1],
            body: known[2]
        )
    }
}
