import Glibc
import Synchronization

/// The process's environment, with changes after its start.
///
/// These are stored separately, because `setenv` is a race with threads that read the environment.
package enum Environment {
    /// `nil` for a variable that was unset.
    private static let later = Mutex<[String: String?]>([:])

    /// The value of a variable; `nil` if it is not set.
    package static subscript(name: String) -> String? {
        if let value = later.withLock({ $0[name] }) { return value }
        return getenv(name).map { String(cString: $0) }
    }

    /// Sets variables for this process and for the programs that it starts.
    ///
    /// - Parameter values: their values; missing ones are unset.
    package static func replace(_ names: [String], by values: [String: String]) {
        later.withLock { later in
            for name in names { later.updateValue(values[name], forKey: name) }
        }
    }

    /// Returns all variables, for a program to start, as in `NAME=value`.
    ///
    /// - Parameter more: variables that are set or replaced.
    package static func all(_ more: [String: String]) -> [String] {
        let changes = later.withLock { $0 }.merging(more) { $1 }
        var all: [String] = []
        var index = 0
        while let entry = environ[index] {
            let text = String(cString: entry)
            if changes.index(forKey: String(text.prefix { $0 != "=" })) == nil { all.append(text) }
            index += 1
        }
        return all + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }
}
