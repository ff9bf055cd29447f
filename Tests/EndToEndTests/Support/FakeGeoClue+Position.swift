import NotifyCore
import TestSupport

extension FakeGeoClue {
    /// Tells a position, and returns once the agent has asked for it.
    func move(to position: Position) async throws {
        let before = calls.elements.count { $0 == "GetAll" }
        let place = position.coordinate
        try move(to: place.latitude, place.longitude, accuracy: position.accuracy)
        _ = try await calls.wait(20, "the agent's reading of the position") { calls in
            calls.count { $0 == "GetAll" } > before ? true : nil
        }
    }
}
