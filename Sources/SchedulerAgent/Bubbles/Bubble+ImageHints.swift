import DesktopBubbles
import GLibBridge

extension Bubble {
    /// Returns the bubble with the hints for images under the names of a version of the specification.
    func naming(images names: ImageHints) -> Bubble {
        guard names != .current else { return self }
        let given = Set(hints.map(\.name))
        var bubble = self
        bubble.hints = []
        for var hint in hints {
            if hint.name == ImageHints.current.path {
                guard let path = names.path else {
                    if bubble.icon.isEmpty { bubble.icon = hint.value.string ?? "" }
                    continue
                }
                hint.name = path
            } else if hint.name == ImageHints.current.data {
                hint.name = names.data
            } else {
                bubble.hints.append(hint)
                continue
            }
            // The caller's own of that name comes by itself.
            if !given.contains(hint.name) { bubble.hints.append(hint) }
        }
        return bubble
    }
}
