/// What belongs to apps as a whole.
struct AppParts {
    /// What apps may do.
    let permissions: AppPermissions
    /// The categories of apps.
    let categories: AppCategories
    /// What callers see of apps, and the numbers at their icons.
    let settings: AppSettings

    init(_ context: SchedulingContext, _ configuration: ConfigurationSource, _ journal: Journal) {
        permissions = AppPermissions(store: context.store, configuration: configuration)
        categories = AppCategories(context)
        settings = AppSettings(context, permissions: permissions, journal: journal)
    }
}
