public import GLibBridge
import Glibc
public import NotifyCore

/// A file that is to be attached, open and checked.
public struct AttachmentFile: Sendable {
    /// Why a file cannot be attached.
    public struct Refusal: Error, Hashable, Sendable {
        /// What is wrong.
        public enum Problem: Hashable, Sendable {
            /// There is no regular file that can be read.
            case unreadable
            /// Its type is not offered, or not known.
            case unknownType
            /// It is larger than its kind may be.
            case tooLarge
            /// It does not begin as a file of its type does.
            case damaged
        }

        /// What is wrong.
        public let problem: Problem
        /// A sentence for people.
        public let message: String

        /// The refusal as the agent gives it.
        public var error: RequestError { RequestError(.invalidAttachment, message) }
    }

    /// The open file.
    public let file: OpenFile
    /// Its type.
    public let type: AttachmentType
    /// How many bytes it has.
    public let size: Int64

    /// Opens and checks a file.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - type: the identifier of its type; `nil` to go by the name's ending.
    /// - Throws: ``Refusal``.
    public init(path: String, type: String? = nil) throws(Refusal) {
        let kind = type.map(AttachmentType.named) ?? AttachmentType.ofFile(Self.name(path))
        let file: OpenFile
        do {
            file = try OpenFile(reading: path)
        } catch {
            let reason = String(cString: strerror(error.number))
            throw Refusal(
                problem: .unreadable,
                message: "the attachment \(path.quoted) cannot be read: \(reason)"
            )
        }
        try self.init(file, type: kind, named: path)
    }

    /// Checks an open file.
    ///
    /// - Parameters:
    ///   - file: as somebody opened it.
    ///   - type: its type; `nil` where that is not known.
    ///   - name: what messages call it.
    /// - Throws: ``Refusal``.
    public init(_ file: OpenFile, type: AttachmentType?, named name: String) throws(Refusal) {
        let name = "the attachment \(name.quoted)"
        guard let status = try? file.status(), status.isRegular else {
            let isFolder = (try? file.status())?.isFolder ?? false
            let kind = isFolder ? "a folder" : "a pipe, a device or something else that is no file"
            throw Refusal(problem: .unreadable, message: "\(name) is \(kind); attach a file")
        }
        guard let type else {
            let endings = AttachmentType.all.flatMap(\.extensions).joined(separator: ", ")
            throw Refusal(
                problem: .unknownType,
                message: "\(name) is of no type that can be attached; offered are \(endings)"
            )
        }
        guard status.size <= type.kind.limit else {
            throw Refusal(
                problem: .tooLarge,
                message: "\(name) has \(status.size) bytes, more than the \(type.kind.limit) that "
                    + "\(type.kind.words) may have; attach a smaller one"
            )
        }
        guard let start = try? file.start(AttachmentType.startLength) else {
            throw Refusal(problem: .unreadable, message: "\(name) is not open to be read")
        }
        guard type.matches(start) else {
            throw Refusal(
                problem: .damaged,
                message: "\(name) does not begin as a file of type \(type.identifier) does; it is "
                    + "damaged, or bears another type's name"
            )
        }
        self.file = file
        self.type = type
        size = status.size
    }

    /// The last part of a path.
    public static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
