import GLibBridge
import Glibc
import Launcher
import NotifyCore

/// The files of `requests.d` as they are now.
///
/// A file of the user's takes the place of one of the same name of the system's; an empty one, or a link to
/// `/dev/null`, leaves nothing in its place, as systemd does with units.
public struct RequestFileScan: Sendable {
    /// What holds, by identifier.
    public private(set) var files: [RequestFile] = []
    /// Identifiers whose file does not hold: what it said before goes on.
    public private(set) var refused: Set<String> = []
    /// What does not hold, a sentence each.
    public private(set) var problems: [String] = []
    /// Whether a folder could not be read: nothing is known to have gone then.
    public private(set) var isPartial = false

    /// A file may have as many bytes.
    private static let mostBytes = 65_536

    /// Reads the files.
    ///
    /// - Parameter folders: the one that counts first.
    public init(folders: [String]) {
        var seen: Set<String> = []
        for folder in folders {
            guard let names = names(in: folder) else { continue }
            for name in names where seen.insert(name).inserted {
                guard seen.count <= RequestFile.mostFiles else {
                    problems.append(
                        "\(folder): only \(RequestFile.mostFiles) files are read, and \(name) is one more"
                    )
                    isPartial = true
                    return
                }
                read(name, in: folder)
            }
        }
    }

    /// The names of a folder's files, in order; `nil` where there is no folder.
    private mutating func names(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else {
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            problems.append("\(folder) is not used: \(String(cString: strerror(errno)))")
            isPartial = true
            return nil
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    (String(cString: $0), String(validatingCString: $0) != nil)
                }
            }
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
            try NotificationRequest.validate(identifier: identifier)
            guard let text = try TrustedFile.text(name, in: folder) else {
                return noteMissing(path, identifier)
            }
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            guard text.utf8.count <= Self.mostBytes else {
                throw RequestError(
                    .invalidContent,
                    "\(path) has more than the \(Self.mostBytes >> 10) KiB that it may have"
                )
            }
            files.append(try RequestFile(text, identifier: identifier, path: path))
        } catch let refusal as RequestFile.Refusal {
            refuse(identifier, refusal.problems)
        } catch let error as RequestError {
            let names = error.message.hasPrefix("/")
            refuse(identifier, [names ? error.message : "\(path): \(error.message)"])
        } catch {
            refuse(identifier, ["\(path): \(error)"])
        }
    }

    /// A link whose file is not there, perhaps on a disk that is not mounted yet, is nothing that the user
    /// took away.
    private mutating func noteMissing(_ path: String, _ identifier: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        refuse(identifier, ["\(path) is a link to a file that is not there"])
    }

    /// Notes that a file does not hold.
    private mutating func refuse(_ identifier: String, _ reasons: [String]) {
        refused.insert(identifier)
        problems += reasons
    }

    /// Whether a path is a link to the device that has nothing in it.
    private static func isNull(_ path: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 32)
        let length = readlink(path, &buffer, buffer.count)
        return length > 0 && String(decoding: buffer.prefix(length), as: UTF8.self) == "/dev/null"
    }
}
