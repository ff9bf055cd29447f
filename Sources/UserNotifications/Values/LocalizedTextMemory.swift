import AgentInterface
import Foundation
import NotifyCore
import Synchronization

/// Stores the key of each localised text, so that it can be looked up again when it is shown.
///
/// The texts are plain strings; on Apple's systems the string itself stores the key. The latest 1000 are
/// kept.
enum LocalizedTextMemory {
    private struct State {
        var texts: [String: LocalizedTexts.Text] = [:]
        var order: [String] = []
    }

    private static let limit = 1_000
    private static let state = Mutex(State())

    /// The folder of the app's tables.
    static var folder: String { Bundle.main.resourcePath ?? Bundle.main.bundlePath }

    static func note(_ text: String, _ origin: LocalizedTexts.Text) {
        state.withLock { state in
            if state.texts.updateValue(origin, forKey: text) == nil { state.order.append(text) }
            if state.order.count > limit { state.texts[state.order.removeFirst()] = nil }
        }
    }

    /// Returns the localised texts of content; `nil` if it has none.
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
