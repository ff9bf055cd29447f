package import GLibBridge
import Glibc
package import NotifyCore

/// A file to attach, open and checked.
package struct AttachmentFile: Sendable {
    /// The error for a file that cannot be attached.
    package struct Refusal: Error, Hashable, Sendable {
        /// The kind of problem.
        package enum Problem: Hashable, Sendable {
            /// There is no regular file that can be read.
            case unreadable
            /// Its type is not supported, or unknown.
            case unknownType
            /// It exceeds the size limit of its kind.
            case tooLarge
            /// It does not start like a file of its type.
            case damaged
        }

        /// The kind of problem.
        package let problem: Problem
        /// The refusal as the agent's error, with a sentence for people.
        package let error: RequestError

        fileprivate init(
            _ problem: Problem,
            of name: String,
            _ reason: String,
            _ wayOut: String? = nil
        ) {
            self.problem = problem
            error = RequestError(
                .invalidAttachment,
                .attachment,
                value: name.quoted,
                reason: reason,
                wayOut: wayOut
            )
        }
    }

    /// The open file.
    package let file: OpenFile
    /// Its type.
    package let type: AttachmentType
    /// How many bytes it has.
    package let size: Int64

    /// Opens and checks a file.
    ///
    /// - Parameter hint: the identifier of its type, or of what the type belongs to; `nil` to use the name's extension.
    package init(path: String, hint: String? = nil) throws(Refusal) {
        let file: OpenFile
        do {
            file = try OpenFile(reading: path)
        } catch {
            let reason = String(cString: strerror(error.number))
            throw Refusal(
                .unreadable,
                of: path,
                "cannot be read: \(reason)",
                "name an image, a sound or a video"
            )
        }
        // What cannot be read is reported below.
        let start = (try? file.start(AttachmentType.startLength)) ?? []
        let type = AttachmentType.of(hint: hint, name: Self.name(path), start: start)
        try self.init(file, type: type, named: path)
    }

    /// Checks an open file.
    ///
    /// - Parameter type: its type; `nil` if unknown.
    package init(_ file: OpenFile, type: AttachmentType?, named name: String) throws(Refusal) {
        guard let status = try? file.status(), status.isRegular else {
            let isFolder = (try? file.status())?.isFolder ?? false
            let kind = isFolder ? "a folder" : "not a regular file"
            throw Refusal(.unreadable, of: name, "is \(kind)", "attach a file")
        }
        guard let type else {
            let endings = AttachmentType.all.flatMap(\.extensions).joined(separator: ", ")
            throw Refusal(
                .unknownType,
                of: name,
                "has a type that cannot be attached",
                "supported: \(endings)"
            )
        }
        guard status.size <= type.kind.limit else {
            throw Refusal(
                .tooLarge,
                of: name,
                "has \(status.size) bytes; \(type.kind.words) can have at most \(type.kind.limit)",
                "attach a smaller one"
            )
        }
        guard let start = try? file.start(AttachmentType.startLength) else {
            throw Refusal(.unreadable, of: name, "is not open for reading")
        }
        guard type.matches(start) else {
            throw Refusal(
                .damaged,
                of: name,
                "is not \(type.words)",
                "it is damaged or of another type"
            )
        }
        self.file = file
        self.type = type
        size = status.size
    }

    /// Returns the last component of a path.
    package static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
