import AgentInterface
import ConfigurationFiles
import GLibBridge
import Launcher
import NotifyCore

/// The files that the user writes.
enum ConfigurationChecks {
    static func agent(_ status: Variant) -> [HealthCheck] {
        checks(
            "agent.conf",
            status["configurationProblems"]?.strings ?? [],
            advice: "the default is used until it is corrected"
        )
    }

    static func requestFiles(_ status: Variant, _ client: AgentClient) -> [HealthCheck] {
        let name = "requests.d"
        let problems = status["requestFileProblems"]?.strings ?? []
        let ignored = ConfigurationFolders.configuration.flatMap { ignoredFiles("\($0)/\(name)") }
            .map { path in
                HealthCheck(
                    name,
                    .warning,
                    "\(path) is ignored",
                    advice: "let its name end in \(requestFileEnding)"
                )
            }
        guard !problems.isEmpty else {
            return ignored.isEmpty ? [HealthCheck(name, .ok, "no problems")] : ignored
        }
        let pending = (try? client.pending(app: AgentNames.requestFilesApp)) ?? []
        let known = pending.map { "/\($0.request.identifier)\(requestFileEnding)" }
        return problems.map { problem in
            let isKnown = known.contains { problem.contains("/\(name)\($0)") }
            return HealthCheck(
                name,
                .warning,
                problem,
                advice: isKnown
                    ? "its last valid version is used until it is corrected"
                    : "the file is not used until it is corrected"
            )
        } + ignored
    }

    private static let requestFileEnding = ".conf"

    /// Returns the files of a folder that look like request files and have another ending, but no backups.
    private static func ignoredFiles(_ folder: String) -> [String] {
        FolderNames.all(in: folder).filter { name in
            !name.hasPrefix(".") && !name.contains(requestFileEnding) && !name.hasSuffix("~")
                && name.lowercased() != "readme"
        }.sorted().map { "\(folder)/\($0)" }
    }

    static func calendars(_ client: AgentClient) -> [HealthCheck] {
        let calendars = (try? client.calendars()) ?? []
        guard calendars.contains(where: { $0.follows || !$0.problems.isEmpty }) else { return [] }
        return checks(
            "calendars",
            calendars.flatMap { calendar in
                calendar.problems.map { "\(calendar.name): \($0)" }
            },
            advice: "the earlier import of this part is used until it is corrected"
        )
    }

    static func launcher() -> [HealthCheck] {
        checks(
            LauncherConfiguration.fileName,
            Launcher().faults.map(\.message),
            advice: "this entry opens nothing until it is corrected"
        )
    }

    private static func checks(
        _ name: String,
        _ problems: [String],
        advice: String
    ) -> [HealthCheck] {
        guard !problems.isEmpty else { return [HealthCheck(name, .ok, "no problems")] }
        let file = "\(ConfigurationFolders.userConfiguration)/\(name)"
        return problems.map { problem in
            let isInFile = problem.hasPrefix(file)
            return HealthCheck(
                name,
                .warning,
                problem,
                advice: advice,
                fix: isInFile ? .opening(file) : nil
            )
        }
    }
}
