import AgentInterface
import NotifyCore

extension RequestKey {
    /// The key as APP/IDENTIFIER.
    var path: String { "\(appID)/\(identifier)" }
}

extension Removal {
    /// The lines of the history for a removal, one for each request.
    ///
    /// - Parameter files: the files of the requests that come from requests.d, by identifier.
    func lines(at now: Instant, files: [String: String] = [:]) -> [HistoryLine] {
        let waiting = pending.map { key, record in
            let texts = StoredTexts(ofRequest: record)
            var line = HistoryLine(at: now, key: key, title: texts.title, event: .removed)
            // The file stays; its path informs the user who removed the request.
            if key.appID == AgentNames.requestFilesApp, files[key.identifier] != nil {
                line.detail = texts.requester
            }
            return line
        }
        let keys = Set(pending.map(\.key))
        let others = delivered.filter { !keys.contains($0.key) }.map { key, row in
            let title = (try? row.delivery())?.request.content.title ?? ""
            return HistoryLine(at: now, key: key, title: title, event: .removed)
        }
        return waiting + others
    }
}
