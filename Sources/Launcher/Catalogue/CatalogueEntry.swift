/// Something that the launcher can open.
package struct CatalogueEntry: Sendable, Equatable {
    /// A group of entries: an app, or a category of the user's actions.
    package struct Group: Hashable, Sendable {
        /// The desktop file's name, or the category.
        package let id: String
        /// The app's name in the user's language, or the category.
        package let name: String
    }

    /// Its id: `firefox.desktop`, `firefox.desktop#new-window`, or the ID of an `[Action ID]`.
    package let id: String
    /// Its name in the user's language.
    package let name: String
    /// Its group.
    package let group: Group
    /// Its URL.
    package let url: String
    /// An icon's name or path; that of the app for an action without one or a disabled one.
    package let icon: String?
    /// Whether it is registered.
    package let isEnabled: Bool
    /// The URL schemes that the app handles.
    package let schemes: [String]

    /// Whether it is the app itself, not one of its actions.
    package var isApp: Bool { id == group.id }
}
