import ArgumentParser
import ConfigurationFiles
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule remind`.
struct RemindCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        _superCommandName: NotifySchedule.name,
        abstract: "Add a reminder that one sentence describes.",
        discussion: """
            Examples:
              notify-schedule remind "call mom tomorrow 5pm"
              notify-schedule remind tea in 4 minutes
              notify-schedule remind "standup every weekday at 9:30"

            The end or the beginning of the sentence is the time, as --at or --on of add
            takes it; the rest is the title. Prints what it understood, the identifier
            and the next dates. What is not clearly a time is refused, and nothing is
            added.
            """
    )

    @Argument(help: ArgumentHelp("The sentence, with quotes or without.", valueName: "sentence"))
    var words: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let sentence = words.joined(separator: " ")
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        let zone = try ZoneOption.local()
        let reminder: Reminder
        do throws(TimeSpecError) {
            reminder = try Reminder(sentence, now: now, in: zone, hours: { .configured })
        } catch {
            throw RequestError(.invalidContent, "remind \(sentence.quoted): \(error.message)")
        }
        try Addition(
            written: WrittenRequest(reminder),
            waits: false,
            json: json,
            reminder: reminder
        ).run()
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { words }
}
