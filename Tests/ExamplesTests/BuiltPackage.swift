import Foundation
import Testing

/// A package beside this one, built as its users would build it.
enum BuiltPackage: String {
    /// The programs of `Examples/`.
    case examples = "EXAMPLES_FOLDER"
    /// The program of `Tests/Places/`.
    case places = "PLACES_FOLDER"

    /// Where its programs are.
    func folder() throws -> String {
        try #require(
            ProcessInfo.processInfo.environment[rawValue],
            "\(rawValue) is not set; `make \(self)` builds the programs and sets it"
        )
    }
}
