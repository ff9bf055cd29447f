import AgentInterface
import Glibc

/// Ends the program with a signal when reading a file takes too long.
///
/// What a file costs is in the hands of whoever wrote it: a rule of a few bytes may have dates without end. So each
/// file has a time of its own, and the command goes on with the others.
enum FileDeadline {
    /// How many times longer than its processor time a file may take, on a busy machine.
    private static let slack = 5

    /// Begins the time of a file, in place of that of the one before.
    static func begin(bytes: Int) {
        let forSize = (bytes >> 10) * CalendarProgram.secondsPerMiB * 1_000 / 1_024
        let milliseconds = CalendarProgram.seconds * 1_000 + forSize
        set(ITIMER_PROF, CalendarProgram.processorSignal, to: milliseconds)
        set(ITIMER_REAL, CalendarProgram.clockSignal, to: milliseconds * slack)
    }

    /// Ends the time of a file.
    static func end() {
        set(ITIMER_PROF, CalendarProgram.processorSignal, to: 0)
        set(ITIMER_REAL, CalendarProgram.clockSignal, to: 0)
    }

    private static func set(_ timer: __itimer_which, _ number: Int32, to milliseconds: Int) {
        // The program that started this one may ignore or block it.
        signal(number, SIG_DFL)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        sigprocmask(SIG_UNBLOCK, &mask, nil)
        var value = itimerval()
        value.it_value.tv_sec = milliseconds / 1_000
        value.it_value.tv_usec = milliseconds % 1_000 * 1_000
        setitimer(__itimer_which_t(timer.rawValue), &value, nil)
    }
}
