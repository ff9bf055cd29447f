import GLibBridge
import Launcher

/// The files that the user writes.
enum ConfigurationChecks {
    static func agent(_ status: Variant) -> [HealthCheck] {
        checks(
            "agent.conf",
            status["configurationProblems"]?.strings ?? [],
            advice: "the default is used until it is corrected"
        )
    }

    static func requestFiles(_ status: Variant) -> [HealthCheck] {
        checks(
            "requests.d",
            status["requestFileProblems"]?.strings ?? [],
            advice:
                "the last valid version of the file is used until it is corrected"
        )
    }

    static func launcher() -> [HealthCheck] {
        checks(
            LauncherConfiguration.fileName,
            Launcher().problems,
            advice: "this entry opens nothing until it is corrected"
        )
    }

    private static func checks(
        _ name: String,
        _ problems: [String],
        advice: String
    ) -> [HealthCheck] {
        guard !problems.isEmpty else { return [HealthCheck(name, .ok, "no problems")] }
        return problems.map { HealthCheck(name, .warning, $0, advice: advice) }
    }
}
