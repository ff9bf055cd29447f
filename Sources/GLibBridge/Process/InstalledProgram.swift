import CGLib

/// Programs that can be started by their names.
package enum InstalledProgram {
    /// Returns the path of a program in `PATH`; `nil` if it is not installed.
    package static func path(of name: String) -> String? {
        g_find_program_in_path(name).map(String.freeing)
    }
}
