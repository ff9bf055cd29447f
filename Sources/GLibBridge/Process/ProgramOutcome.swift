/// The exit status and the output of a program.
package struct ProgramOutcome: Sendable, Equatable {
    /// The exit status; `nil` if a signal ended it.
    package var code: Int32?
    /// Its standard output, up to the limit.
    package var output: [UInt8]
    /// Whether the output exceeded the limit.
    package var isCut: Bool
}
