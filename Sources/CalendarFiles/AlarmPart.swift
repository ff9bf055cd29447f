import AgentInterface
import NotifyCore

/// What identifies the requests of an alarm.
struct AlarmPart {
    let component: EventParts.Component
    let number: Int
    let digest: String
    /// Until when the alarm was dismissed in another program.
    let dismissed: Instant?

    init(
        _ component: EventParts.Component,
        _ number: Int,
        _ digest: String,
        _ dismissed: Instant? = nil
    ) {
        self.component = component
        self.number = number
        self.digest = digest
        self.dismissed = dismissed
    }

    var name: String { component.part(number) }

    /// Returns the identifier of its request, which is the same at the next import.
    func identifier(of uid: String) -> String {
        let own = ExportedEvent.identifier(ofUID: uid)
        let name = component.replaces.isEmpty ? own : "\(own)/\(component.replaces)"
        return number == 1 ? name : "\(name)/alarm \(number)"
    }
}
