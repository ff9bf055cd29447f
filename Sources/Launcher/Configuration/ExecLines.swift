import GLibBridge
import NotifyCore

/// The commands of one group: `Exec`, and `Exec-NAME` for the desktop of that name.
struct ExecLines {
    /// The command for this desktop.
    let chosen: Result<CommandTemplate, RequestError>
    /// The errors in the group, also in commands for other desktops.
    let problems: [String]

    private static let key = "Exec"

    init(_ group: KeyFile.Group, desktops: [String]) {
        var templates: [String: Result<CommandTemplate, RequestError>] = [:]
        var problems: [String] = []
        for entry in group.entries {
            guard entry.key == Self.key || entry.key.hasPrefix("\(Self.key)-") else {
                if let problem = Self.problem(entry.key) { problems.append(problem) }
                continue
            }
            let template = Self.template(entry.value)
            templates[entry.key.lowercased()] = template
            if case .failure(let error) = template {
                let place = entry.key == Self.key ? "" : "\(entry.key): "
                problems.append(place + error.message)
            }
        }
        let keys = desktops.map { "exec-\($0.lowercased())" } + ["exec"]
        if let template = keys.compactMap({ templates[$0] }).first {
            chosen = template
        } else if templates.isEmpty {
            let missing = RequestError(.invalidContent, "the key Exec is missing")
            problems.append(missing.message)
            chosen = .failure(missing)
        } else {
            // Not reported as an error, because a file for several desktops is valid on each of them.
            chosen = .failure(Self.otherDesktop(desktops))
        }
        self.problems = problems
    }

    private static func template(_ line: String) -> Result<CommandTemplate, RequestError> {
        do throws(RequestError) {
            return .success(try CommandTemplate(parsing: line))
        } catch {
            return .failure(error)
        }
    }

    private static func problem(_ key: String) -> String? {
        guard !key.hasPrefix("X-") else { return nil }
        return "the key \(key) is unknown; use Exec or Exec-DESKTOP, as in Exec-GNOME"
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
