import CGLib
import Glibc

/// GLib's own allocator, which up to GLib 2.74 never returns freed memory.
///
/// A large message would increase the process's memory permanently.
package enum SliceAllocator {
    /// The variable that disables it in a started program; GLib reads it before `main`.
    package static let off = ["G_SLICE": "always-malloc"]

    /// The variable to remove from the environment of started programs.
    package static let variable = "G_SLICE"

    /// Whether this GLib has the allocator.
    package static var isThere: Bool { glib_check_version(2, 76, 0) != nil }

    /// Restarts this program without the allocator if it has one; returns otherwise, or on failure.
    ///
    /// Must be called before there is a second thread. The process keeps its id and its open files.
    package static func startAgainWithout() {
        guard isThere, getenv(variable) == nil else { return }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &buffer, Int(PATH_MAX)) > 0 else { return }
        for (name, value) in off { setenv(name, value, 1) }
        execv(buffer, CommandLine.unsafeArgv)
        unsetenv(variable)
    }
}
