import Foundation

/// Values of one figure.
struct Samples {
    private(set) var sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var median: Double { quantile(0.5) }
    var earliest: Double { sorted.first ?? 0 }
    var worst: Double { sorted.last ?? 0 }

    func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    /// The median in milliseconds, and what eight of ten values are between.
    var spread: String {
        "\(median.text(1)) ms (\(quantile(0.1).text(1)) to \(quantile(0.9).text(1)))"
    }

    /// The quantiles on one line.
    var summary: String {
        "median \(median.text(2)), p90 \(quantile(0.9).text(2)), p99 \(quantile(0.99).text(2)), "
            + "max \(worst.text(2))"
    }
}

extension Double {
    /// The number with so many digits after the point.
    func text(_ digits: Int) -> String {
        String(format: "%.\(digits)f", self)
    }
}
