import CGLib

/// Programs that can be started by their names.
public enum InstalledProgram {
    /// Where a program is in `PATH`; `nil` where it is not installed.
    public static func path(of name: String) -> String? {
        g_find_program_in_path(name).map(String.freeing)
    }
}
