extension Variant {
    /// Returns the value's type, and those of all variants in it.
    ///
    /// - Returns: the types; `nil` if values are nested deeper.
    package func types(levels: Int) -> [String]? {
        types(levels: levels, isKnown: false)
    }

    private func types(levels: Int, isKnown: Bool) -> [String]? {
        let type = type
        var left = levels
        var types: [String] = []
        // Other values are part of the type around them.
        if !isKnown {
            left -= type.utf8.count { "a({v".utf8.contains($0) }
            guard left >= 0 else { return nil }
            types = [type]
        }
        guard isContainer, type.contains("v") else { return types }
        for child in children {
            guard let more = child.types(levels: left, isKnown: type != "v") else { return nil }
            types += more
        }
        return types
    }

    /// Returns whether D-Bus has a type; it lacks GVariant's maybe types, empty tuples and dictionary entries
    /// outside of arrays (D-Bus Specification, Type System).
    package static func isCarried(_ type: String) -> Bool {
        guard !type.contains("m"), !type.contains("()") else { return false }
        return zip("_" + type, type).allSatisfy { $1 != "{" || $0 == "a" }
    }
}
