import AgentInterface
import ConfigurationFiles
package import NotifyCore

extension WrittenContext {
    /// What texts mean that the user writes, in a command or in the window.
    package static func ofUser(now: Instant) -> WrittenContext {
        var context = WrittenContext(now: now, zones: .system)
        context.hours = { .configured }
        context.dateStart = { DayHours.configured.start }
        context.sound = { text throws(RequestError) in
            try SoundCheck(takesRelativePaths: true).sound(text)
        }
        context.icon = { text throws(RequestError) in
            try IconCheck(takesRelativePaths: true).icon(text)
        }
        return context
    }
}
