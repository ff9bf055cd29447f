import Glibc

/// What `notify-ical`, which reads calendar files, and the command that starts it agree on.
package enum CalendarProgram {
    /// The name of the program.
    package static let name = "notify-ical"
    /// The descriptor that gets the number of the file that is being read, of several, so that the command knows with
    /// which of them the program ended.
    package static let progressDescriptor: Int32 = 3
    /// The seconds of processor time that reading a file may take, and those more for each MiB of it.
    package static let (seconds, secondsPerMiB) = (2, 4)
    /// The signals that end the program when that time, or the same by the clock of a busy machine, is over.
    package static let (processorSignal, clockSignal) = (SIGPROF, SIGALRM)

    /// Whether the program ended because reading took too long.
    package static func isTooLong(signal: Int32) -> Bool {
        [processorSignal, clockSignal, SIGXCPU].contains(signal)
    }
}
