import GLibBridge
import NotifyCore

/// Has the files of requests copied and removed without waiting for a file system that does not answer.
struct AttachmentKeeper: Sendable {
    /// As much may hang for each app, and for all of them.
    private static let copying = (most: 32, mostOfOne: 4)
    /// Removals that may hang.
    private static let removing = 4

    /// The files, for what does not wait.
    let store: AttachmentStore
    /// How long the files of a request may take, in milliseconds.
    private let patience: UInt32
    private let copies = BlockingWork(
        name: "attachments",
        most: copying.most,
        mostOfOne: copying.mostOfOne
    )
    private let removals = BlockingWork(name: "removals", most: removing, mostOfOne: removing)

    init(_ store: AttachmentStore, patience: UInt32 = 20_000) {
        self.store = store
        self.patience = patience
    }

    /// Copies the files of a request; they are on the disk when this returns.
    ///
    /// - Parameters:
    ///   - attachments: as they came with the request.
    ///   - files: those that came along.
    ///   - app: whose they are.
    /// - Throws: ``NotifyCore/RequestError``; nothing is left then, or goes as soon as the files let it.
    /// - Returns: the attachments, at their new paths.
    func take(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        of app: String
    ) async throws(RequestError) -> [NotificationAttachment] {
        let store = store
        let answer = await copies.answer(within: patience, for: app) {
            Self.take(attachments, files, store)
        } late: { result in
            guard case .success(let taken) = result else { return }
            store.remove(Set([NotificationAttachment.folder(of: taken)].compactMap { $0 }))
        }
        switch answer {
        case .done(let result):
            return try result.get()
        case .late:
            throw RequestError(
                .invalidAttachment,
                "the attachments could not be read within \(patience / 1_000) s; "
                    + "copy them to a disk of this machine first"
            )
        case .busy:
            throw RequestError(
                .invalidAttachment,
                "too many attachments are read already, of at most \(Self.copying.mostOfOne) requests "
                    + "of one app and \(Self.copying.most) of all; wait for the answers to earlier calls "
                    + "and try again"
            )
        }
    }

    /// Removes the folders of requests.
    ///
    /// - Returns: whether it was begun; not where earlier removals hang.
    func remove(_ names: Set<String>) async -> Bool {
        let store = store
        let answer = await removals.answer(within: patience, for: "") { store.remove(names) }
        if case .busy = answer { return false }
        return true
    }

    private static func take(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        _ store: AttachmentStore
    ) -> Result<[NotificationAttachment], RequestError> {
        do throws(RequestError) {
            return .success(try store.take(attachments, files))
        } catch {
            return .failure(error)
        }
    }
}

extension NotificationAttachment {
    /// The name of the folder that holds the files of a request; `nil` where it has none.
    static func folder(of attachments: [NotificationAttachment]) -> String? {
        let parts = attachments.first?.path?.split(separator: "/") ?? []
        return parts.count < 2 ? nil : String(parts[parts.count - 2])
    }
}
