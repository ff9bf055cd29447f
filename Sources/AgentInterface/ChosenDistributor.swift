import GLibBridge

/// The UnifiedPush distributor that an environment variable names.
package struct ChosenDistributor: Equatable, Sendable {
    /// The variables, in order of precedence; KUnifiedPush reads the same.
    package static let variables = ["UNIFIEDPUSH_DISTRIBUTOR", "UNIFIED_PUSH_DISTRIBUTOR"]

    /// The variable.
    package let variable: String
    /// The distributor, by its bus name or by the end of it.
    package let name: String

    /// Makes one from its parts.
    package init(variable: String, name: String) {
        self.variable = variable
        self.name = name
    }

    /// The one of this process; `nil` for none.
    package static var current: ChosenDistributor? {
        for variable in variables {
            if let name = Environment[variable], !name.isEmpty {
                return ChosenDistributor(variable: variable, name: name)
            }
        }
        return nil
    }
}
