import AgentInterface
import NotifyCore

/// A value of the option `--attach`.
enum AttachArgument {
    /// Opens and checks the files.
    static func files(_ paths: [String]) throws(RequestError) -> [AttachmentFile] {
        guard paths.count <= RequestLimits.attachments else {
            throw RequestError(
                .invalidAttachment,
                RequestError.Field.attachments,
                reason: "is given \(paths.count) times",
                wayOut: "a notification can have at most \(RequestLimits.attachments) files"
            ).calling("--attach")
        }
        var files: [AttachmentFile] = []
        for path in paths {
            do {
                files.append(try AttachmentFile(path: path))
            } catch {
                throw error.error.calling("--attach")
            }
        }
        return files
    }

    /// Returns the attachment for a file.
    static func attachment(
        _ file: AttachmentFile,
        path: String,
        index: Int
    ) -> NotificationAttachment {
        NotificationAttachment(
            identifier: "\(index + 1)",
            name: NotificationAttachment.safeName(path),
            type: file.type.identifier,
            source: .handed(index: Int32(index))
        )
    }
}
