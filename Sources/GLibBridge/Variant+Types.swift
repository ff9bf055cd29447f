extension Variant {
    /// The value's type, and those of all that is boxed in it.
    ///
    /// - Parameter levels: how deep values may lie in one another; all arrays, tuples, entries and boxes of one
    ///   type count.
    /// - Returns: the types; `nil` where values lie deeper.
    public func types(levels: Int) -> [String]? {
        types(levels: levels, isKnown: false)
    }

    private func types(levels: Int, isKnown: Bool) -> [String]? {
        let type = type
        var left = levels
        var types: [String] = []
        // What is not boxed is a part of the type around it.
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

    /// Whether D-Bus has a type: GVariant's maybe types, empty tuples and lone dictionary entries it has not
    /// (D-Bus Specification, Type System).
    public static func isCarried(_ type: String) -> Bool {
        guard !type.contains("m"), !type.contains("()") else { return false }
        return zip("_" + type, type).allSatisfy { $1 != "{" || $0 == "a" }
    }
}
