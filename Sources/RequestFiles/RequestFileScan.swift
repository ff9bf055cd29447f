import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// The current files of `requests.d`.
///
/// A file of the user replaces the system's file of the same name; an empty one, or a link to `/dev/null`,
/// masks it, as with systemd's units.
package struct RequestFileScan: Sendable {
    /// The valid files, by identifier.
    package private(set) var files: [RequestFile] = []
    /// The calendars that files name, in order.
    package private(set) var calendars: [FollowedCalendarFile] = []
    /// The paths of invalid files.
    package private(set) var refusedPaths: Set<String> = []
    /// Identifiers of invalid files, whose last valid version continues.
    package private(set) var refused: Set<String> = []
    /// The errors, a sentence each.
    package private(set) var problems: [String] = []
    /// Whether a folder could not be read, so that no file counts as deleted.
    package private(set) var isPartial = false

    /// The maximum size of a file, in bytes.
    private static let maxBytes = 65_536

    /// Reads the files.
    package init(folders: [String]) {
        var seen: Set<String> = []
        for folder in folders {
            guard let names = names(in: folder) else { continue }
            for name in names where seen.insert(name).inserted {
                guard seen.count <= RequestFile.maxFiles else {
                    problems.append(
                        "\(folder): only \(RequestFile.maxFiles) files are read; \(name) is ignored"
                    )
                    isPartial = true
                    return
                }
                read(name, in: folder)
            }
        }
    }

    /// Returns the names of a folder's files, in order; `nil` if there is no folder.
    private mutating func names(in folder: String) -> [String]? {
        guard let entries = FolderListing.entries(of: folder) else {
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            problems.append("\(folder) is not used: \(String(cString: strerror(errno)))")
            isPartial = true
            return nil
        }
        var names: [String] = []
        for (name, isText) in entries {
            guard name.hasSuffix(RequestFile.ending), !name.hasPrefix(".") else { continue }
            guard isText else {
                problems.append("\(folder)/\(name): the name is not valid UTF-8; rename the file")
                continue
            }
            names.append(name)
        }
        return names.sorted()
    }

    private mutating func read(_ name: String, in folder: String) {
        let path = "\(folder)/\(name)"
        let identifier = String(name.dropLast(RequestFile.ending.count))
        guard !Self.isNull(path) else { return }
        do {
            do throws(RequestError) {
                try NotificationRequest.validate(identifier: identifier)
            } catch {
                throw error.at(path)
            }
            guard let text = try TrustedFile.text(name, in: folder) else {
                return noteMissing(path, identifier)
            }
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            guard text.utf8.count <= Self.maxBytes else {
                throw RequestError(
                    .invalidContent,
                    "\(path) has more than the \(Self.maxBytes >> 10) KiB allowed"
                )
            }
            let file = try RequestFile(text, identifier: identifier, path: path)
            if let calendar = try file.calendar() {
                if try calendar.isEnabled(file) { calendars.append(calendar) }
            } else {
                files.append(file)
            }
        } catch let refusal as RequestFile.Refusal {
            refuse(identifier, path, refusal.problems)
        } catch {
            refuse(identifier, path, ["\(error)"])
        }
    }

    /// Handles a missing file; a link to a missing file, perhaps on a disk that is not mounted, does not count as
    /// deleted.
    private mutating func noteMissing(_ path: String, _ identifier: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        refuse(identifier, path, ["\(path) is a link to a file that does not exist"])
    }

    /// Records an invalid file.
    private mutating func refuse(_ identifier: String, _ path: String, _ reasons: [String]) {
        refused.insert(identifier)
        refusedPaths.insert(path)
        problems += reasons
    }

    /// Returns whether a path is a link to `/dev/null`.
    private static func isNull(_ path: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 32)
        let length = readlink(path, &buffer, buffer.count)
        return length > 0 && String(decoding: buffer.prefix(length), as: UTF8.self) == "/dev/null"
    }
}
