/// What accepts, finds and changes requests.
struct RequestParts {
    /// Accepts requests.
    let adder: RequestAdder
    /// Accepts those that come with files.
    let withFiles: AttachmentAdder
    /// Accepts several at once.
    let groups: GroupAdder
    /// What is pending and delivered.
    let lists: RequestLists
    /// Changes what is pending.
    let control: RequestControl
    /// Removes what is pending or delivered.
    let remover: RequestRemover
    /// The requests of files.
    let files: RequestFileIntake
    /// What callers import by several calls.
    let imports: ImportStaging

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ adder: RequestAdder,
        _ desktop: Desktop,
        _ timers: DueTimers,
        _ journal: Journal
    ) {
        self.adder = adder
        lists = RequestLists(context, categories: apps.categories)
        control = RequestControl(context, journal: journal, lists: lists)
        remover = RequestRemover(control, desktop, timers)
        withFiles = AttachmentAdder(
            context.store,
            adder,
            apps.permissions,
            timers.attachments,
            remover
        )
        groups = GroupAdder(context.store, adder, withFiles)
        files = RequestFileIntake(context)
        imports = ImportStaging(
            context,
            attachments: timers.attachments.keeper,
            categories: apps.categories
        )
    }
}
