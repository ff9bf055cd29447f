import Foundation

/// Writes a script that can be run at once.
///
/// Another process writes it: a file that this one has open for writing is, for a moment, also open in each child that
/// another test starts meanwhile, and the kernel runs no file that is open for writing.
///
/// - Parameter path: the file, which must not have a `'` in its name.
package func writeProgram(_ text: String, to path: String) throws {
    guard let pipe = popen("exec install -m 700 /dev/stdin '\(path)'", "w") else {
        throw StartFailureInTest(what: "popen: \(String(cString: strerror(errno)))")
    }
    fputs(text, pipe)
    guard pclose(pipe) == 0 else { throw StartFailureInTest(what: "cannot write \(path)") }
}
