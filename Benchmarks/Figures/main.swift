import Foundation

// Measures the figures of docs/performance.md: `make figures`, or `make figures FIGURES="engine replan"`.

var programs = ".build-release/release"
var groups: [FigureGroup] = []
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    if word == "--programs", let folder = words.popFirst() {
        programs = folder
    } else if let group = FigureGroup(rawValue: word) {
        groups.append(group)
    } else {
        let names = FigureGroup.allCases.map(\.rawValue).joined(separator: "|")
        say("usage: figures [--programs FOLDER] [\(names)]...")
        exit(64)
    }
}
// Absolute: the agent is started in a folder of its own.
programs = URL(fileURLWithPath: programs).path

say(Machine.description)
for group in groups.isEmpty ? FigureGroup.allCases : groups {
    say("\n== \(group.rawValue): \(group.words) (load \(Machine.load))\n")
    try await group.measure(programs: programs)
}
exit(0)
