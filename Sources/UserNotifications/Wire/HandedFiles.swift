import AgentInterface
import Foundation
import GLibBridge
import NotifyCore

/// The files of a request's attachments, opened for the agent.
struct HandedFiles {
    /// The attachments for the message.
    let attachments: [NotificationAttachment]
    /// The files, in the same order.
    let files: [OpenFile]
    private let paths: [String]

    /// Opens the files and checks them again, because they may have changed since the attachment was made.
    init(_ attachments: [NotificationAttachment]) throws(UNError) {
        var handed: [NotificationAttachment] = []
        var files: [OpenFile] = []
        paths = attachments.compactMap(\.path)
        for (index, path) in zip(attachments.indices, paths) {
            var attachment = attachments[index]
            do {
                let checked = try AttachmentFile(path: path, hint: attachment.type)
                attachment.type = checked.type.identifier
                files.append(checked.file)
            } catch {
                throw error.apple
            }
            attachment.source = .handed(index: Int32(index))
            handed.append(attachment)
        }
        self.attachments = handed
        self.files = files
    }

    /// Removes the app's own files, which were moved into the agent's store.
    ///
    /// Those of the app's bundle stay, as on Apple's systems, and so do those in the store itself, which belong
    /// to another request; files that cannot be removed were copied.
    func removeOriginals(kept: [String]) {
        let store = kept.first.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().deletingLastPathComponent().path
        }
        guard let store else { return }
        let keeping = [store, Bundle.main.bundlePath].compactMap(Self.realPath)
        for (path, file) in zip(paths, files) {
            guard let real = Self.realPath(path),
                !keeping.contains(where: { real.hasPrefix($0 + "/") }),
                let status = try? file.status(),
                // Another file may have the name by now.
                OpenFile.status(of: path) == status
            else { continue }
            unlink(path)
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

extension AttachmentFile.Refusal {
    /// The refusal as Apple's error.
    var apple: UNError {
        let code: UNError.Code =
            switch problem {
            case .unreadable: .attachmentInvalidURL
            case .unknownType: .attachmentUnrecognizedType
            case .tooLarge: .attachmentInvalidFileSize
            case .damaged: .attachmentCorrupt
            }
        return UNError(code, userInfo: [NSLocalizedDescriptionKey: error.message])
    }
}
