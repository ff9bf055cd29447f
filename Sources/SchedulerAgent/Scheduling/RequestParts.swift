/// The parts that accept, find and change requests.
struct RequestParts {
    /// Accepts requests.
    let adder: RequestAdder
    /// Accepts requests with attachments.
    let withFiles: AttachmentAdder
    /// Accepts several at once.
    let groups: GroupAdder
    /// Reads the lists of pending and delivered notifications.
    let lists: RequestLists
    /// Changes pending requests.
    let control: RequestControl
    /// Moves and edits what is pending.
    let editor: RequestEditor
    /// Edits with files.
    let edits: AttachmentEditor
    /// Removes what is pending or delivered.
    let remover: RequestRemover
    /// Undoes changes.
    let reverter: ChangeReverter
    /// Handles the requests in files.
    let files: RequestFileIntake
    /// Imports lists that arrive in several calls.
    let imports: ImportStaging
    /// The calendars that are followed.
    let calendars: Calendars

    init(
        _ context: SchedulingContext,
        _ apps: AppParts,
        _ adder: RequestAdder,
        _ screen: Screen,
        _ schedule: Schedule,
        _ attachments: AttachmentSweeper,
        _ journal: Journal
    ) {
        self.adder = adder
        lists = RequestLists(context, categories: apps.categories)
        control = RequestControl(context, journal: journal, lists: lists)
        editor = RequestEditor(context, adder, journal)
        edits = AttachmentEditor(editor, attachments)
        remover = RequestRemover(context, control, screen, schedule, attachments)
        reverter = ChangeReverter(context, control, journal, schedule)
        withFiles = AttachmentAdder(
            context,
            adder,
            apps.permissions,
            attachments,
            remover
        )
        groups = GroupAdder(context.store, adder, withFiles)
        files = RequestFileIntake(context)
        calendars = Calendars(context)
        imports = ImportStaging(
            context,
            attachments: attachments.keeper,
            categories: apps.categories
        )
    }
}
