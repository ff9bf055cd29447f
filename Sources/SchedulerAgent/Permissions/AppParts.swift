/// The permissions, categories and settings of apps.
struct AppParts {
    /// The permissions of apps.
    let permissions: AppPermissions
    /// The categories of apps.
    let categories: AppCategories
    /// The settings of apps, and the numbers at their icons.
    let settings: AppSettings

    init(_ context: SchedulingContext, _ configuration: ConfigurationSource, _ journal: Journal) {
        permissions = AppPermissions(store: context.store, configuration: configuration)
        categories = AppCategories(context)
        settings = AppSettings(context, permissions: permissions, journal: journal)
    }
}
