/// An entry of a property list, to be added to `launcher.conf`.
package struct ImportedEntry: Sendable, Equatable {
    /// Its id: category and name, in lower case, such as `settings/wi-fi`.
    package let id: String
    /// Its name.
    package let name: String
    /// The heading under which it is listed.
    package let category: String
    /// Its URL.
    package let url: String
}
