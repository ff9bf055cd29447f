import GLibBridge
import TestSupport

extension AccessibleObject {
    /// Where it is on the screen; `nil` where it is not drawn.
    func frame() async -> Frame? {
        let screen: UInt32 = 0
        let reply = await call(
            "GetExtents",
            of: "org.a11y.atspi.Component",
            .tuple([.uint32(screen)])
        )
        let numbers =
            reply?[0]?.children.compactMap { $0.integer.flatMap(Int.init(exactly:)) } ?? []
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
