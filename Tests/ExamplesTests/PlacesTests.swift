import AgentInterface
import TestSupport
import Testing

/// A program with the location trigger, against the real agent.
@Suite(.serialized) struct PlacesTests {
    @Test func theAgentKeepsATriggerAsItWas() async throws {
        let bus = try await PrivateBus(
            activatable: [AgentNames.bus: Program("notify-agent").word]
        )
        let program = try Program(path: "\(BuiltPackage.places.folder())/places").start(
            environment: bus.environment(
                timeZone: "Europe/Berlin",
                [
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
                    "NOTIFY_SCHEDULE_APP_ID": "org.example.Places",
                ]
            )
        )
        let outcome = try await program.waitForExit()
        #expect(outcome.code == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let expected = [
            "pending: office, as it was: true",
            "the latitude 91.0 is not between -90 and 90 degrees",
            "the latitude nan is not between -90 and 90 degrees",
            "the longitude 181.0 is not between -180 and 180 degrees",
            "the radius 0.0 is not between 1 and 1000000 metres",
            "the radius -5.0 is not between 1 and 1000000 metres",
            "the radius 1000000000.0 is not between 1 and 1000000 metres",
            "the radius inf is not between 1 and 1000000 metres",
            "neither on entry nor on exit",
            "pending: office, as it was: true",
        ]
        #expect(lines.count == expected.count, "\(outcome)")
        for (line, words) in zip(lines, expected) { #expect(line.contains(words), "\(outcome)") }
    }
}
