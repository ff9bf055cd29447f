import Glibc
import Synchronization

/// The process's environment, with what came to be known after its start.
///
/// That is kept apart: `setenv` while another thread reads the environment would be a race.
public enum Environment {
    /// `nil` stands for a variable that is not set any more.
    private static let later = Mutex<[String: String?]>([:])

    /// The value of a variable; `nil` where it is not set.
    public static subscript(name: String) -> String? {
        if let value = later.withLock({ $0[name] }) { return value }
        return getenv(name).map { String(cString: $0) }
    }

    /// Sets variables for this process's own questions and for the programs that it starts.
    ///
    /// - Parameters:
    ///   - names: which variables.
    ///   - values: their values; those that are left out are not set any more.
    public static func replace(_ names: [String], by values: [String: String]) {
        later.withLock { later in
            for name in names { later.updateValue(values[name], forKey: name) }
        }
    }

    /// All variables, for a program to start.
    ///
    /// - Parameter more: set in addition.
    /// - Returns: each as `NAME=value`.
    static func all(_ more: [String: String]) -> [String] {
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
