extension Names {
    /// Returns words joined as in a sentence: `a`, `a and b`, `a, b and c`.
    static func list(_ words: [String], joinedBy last: String = "and") -> String {
        guard let final = words.last else { return "" }
        guard words.count > 1 else { return final }
        return words.dropLast().joined(separator: ", ") + " \(last) " + final
    }

    /// Returns numbers in order, with runs of three or more as `1 to 5`.
    static func ranges(_ numbers: [Int]) -> String {
        var words: [String] = []
        var index = 0
        while index < numbers.count {
            var end = index
            while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
            if end - index >= 2 {
                words.append("\(numbers[index]) to \(numbers[end])")
            } else {
                words += numbers[index...end].map { String($0) }
            }
            index = end + 1
        }
        return list(words)
    }

    /// Returns a frequency such as `every minute`, `every 15 minutes`, or `at minutes 5, 10 and 40`.
    static func steps(_ numbers: [Int], unit: String, below limit: Int) -> String {
        if numbers.count == limit { return "every \(unit)" }
        if numbers.count > 1, numbers[0] == 0, limit % numbers[1] == 0,
            numbers == Array(stride(from: 0, to: limit, by: numbers[1]))
        {
            return "every \(numbers[1]) \(unit)s"
        }
        return "at \(numbers.count == 1 ? unit : unit + "s") \(ranges(numbers))"
    }
}
