/// An entry of a property list, as it is taken into `launcher.conf`.
public struct ImportedEntry: Sendable, Equatable {
    /// What names it: category and name, in lower case, such as `settings/wi-fi`.
    public let id: String
    /// Its name.
    public let name: String
    /// The heading under which it is listed.
    public let category: String
    /// What it opens.
    public let url: String
}
