import GLibBridge
import NotifyCore

/// The commands of one group: `Exec`, and `Exec-NAME` for the desktop of that name.
struct ExecLines {
    /// The command for this desktop.
    let chosen: Result<CommandTemplate, RequestError>
    /// The errors in the group, also in commands for other desktops.
    let faults: [RequestError]
    /// The key of ``chosen``; `Exec` if there is none.
    let key: String
    /// The line of ``chosen`` as it is written; empty if there is none.
    let line: String

    /// All lines as they are written, by their keys.
    let all: [String: String]

    static let key = "Exec"

    init(_ group: KeyFile.Group, desktops: [String]) {
        var templates: [String: Result<CommandTemplate, RequestError>] = [:]
        var faults: [RequestError] = []
        for entry in group.entries {
            guard entry.key == Self.key || entry.key.hasPrefix("\(Self.key)-") else {
                if let fault = Self.fault(entry.key) { faults.append(fault) }
                continue
            }
            let template = Self.template(entry.value)
            templates[entry.key.lowercased()] = template
            if case .failure(let error) = template {
                faults.append(entry.key == Self.key ? error : error.at(entry.key))
            }
        }
        let keys = desktops.map { "exec-\($0.lowercased())" } + ["exec"]
        let entry = keys.lazy.compactMap { key in
            group.entries.last { $0.key.hasPrefix(Self.key) && $0.key.lowercased() == key }
        }
        .first
        all = Dictionary(
            group.entries.filter { $0.key.hasPrefix(Self.key) }.map { ($0.key, $0.value) }
        ) { $1 }
        (key, line) = (entry?.key ?? Self.key, entry?.value ?? "")
        if let template = keys.compactMap({ templates[$0] }).first {
            chosen = template
        } else if templates.isEmpty {
            let missing = RequestError(
                .invalidContent,
                .init(Self.key, "the key \(Self.key)"),
                reason: "is missing"
            )
            faults.append(missing)
            chosen = .failure(missing)
        } else {
            // Not reported as an error, because a file for several desktops is valid on each of them.
            chosen = .failure(Self.otherDesktop(desktops))
        }
        self.faults = faults
    }

    private static func template(_ line: String) -> Result<CommandTemplate, RequestError> {
        do throws(RequestError) {
            return .success(try CommandTemplate(parsing: line))
        } catch {
            return .failure(error)
        }
    }

    private static func fault(_ key: String) -> RequestError? {
        guard !key.hasPrefix("X-") else { return nil }
        return RequestError(
            .invalidContent,
            .init(key, "the key \(key)"),
            reason: "is unknown",
            wayOut: "use Exec or Exec-DESKTOP, as in Exec-GNOME"
        )
    }

    private static func otherDesktop(_ desktops: [String]) -> RequestError {
        let name = desktops.first ?? ""
        return RequestError(
            .notFound,
            name.isEmpty
                ? "it has no command for a desktop without a name (XDG_CURRENT_DESKTOP is not set); "
                    + "add an Exec line"
                : "it has no command for this desktop (\(desktops.joined(separator: ":"))); "
                    + "add Exec-\(desktops.last ?? name), or Exec for all"
        )
    }
}
