/// Something that the launcher can open.
public struct CatalogueEntry: Sendable, Equatable {
    /// What entries belong to together: an app, or a category of the user's own.
    public struct Group: Hashable, Sendable {
        /// The desktop file's name, or the category.
        public let id: String
        /// The app's name in the user's language, or the category.
        public let name: String
    }

    /// What names it among all: `firefox.desktop`, `firefox.desktop#new-window`, or the ID of an
    /// `[Action ID]`.
    public let id: String
    /// Its name in the user's language.
    public let name: String
    /// What it belongs to.
    public let group: Group
    /// What it opens.
    public let url: String
    /// An icon's name or path; that of the app for an action without one, and for one that is off.
    public let icon: String?
    /// Whether it is registered.
    public let isEnabled: Bool
    /// The URL schemes that the app says it handles.
    public let schemes: [String]

    /// Whether it is the app itself, not one of its actions.
    public var isApp: Bool { id == group.id }
}
