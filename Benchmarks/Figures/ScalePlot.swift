/// The plot of ``ScaleFigures``: three panels side by side, as an SVG file.
struct ScalePlot {
    let steps: [ScaleFigures.Step]
    let machine: String

    private static let (width, height, gap) = (250.0, 150.0, 60.0)

    var text: String {
        let panels = [
            panel(0, "one add, on the disk (ms)") { $0.add },
            panel(1, "the agent's memory, PSS (MB)") { $0.memory / 1_024 },
            panel(2, "start to first answer (ms)") { $0.start },
        ]
        let size = (3 * (Self.width + Self.gap) + 20, Self.height + 90)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0.text(0))" height="\(size.1.text(0))" \
            viewBox="0 0 \(size.0.text(0)) \(size.1.text(0))" font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="white"/>
            \(panels.joined(separator: "\n"))
            <text x="10" y="\((size.1 - 8).text(0))" fill="#666">pending requests; \(machine)</text>
            </svg>

            """
    }

    private func panel(
        _ place: Int,
        _ title: String,
        _ value: (ScaleFigures.Step) -> Double
    ) -> String {
        let left = Double(place) * (Self.width + Self.gap) + 45
        let top = 35.0
        let bottom = top + Self.height
        let limit = (steps.map(value).max() ?? 1) * 1.25
        let across = Self.width / Double(max(steps.count - 1, 1))
        let points = steps.enumerated().map { index, step in
            (x: left + Double(index) * across, y: bottom - value(step) / limit * Self.height)
        }
        var parts = [
            "<text x=\"\(left.text(0))\" y=\"20\" font-weight=\"bold\">\(title)</text>",
            "<path d=\"M\(left.text(1)) \(top.text(1))V\(bottom.text(1))h\(Self.width.text(1))\" "
                + "fill=\"none\" stroke=\"#999\"/>",
            "<polyline points=\""
                + points.map { "\($0.x.text(1)),\($0.y.text(1))" }.joined(separator: " ")
                + "\" fill=\"none\" stroke=\"#1c71d8\" stroke-width=\"2\"/>",
        ]
        for (point, step) in zip(points, steps) {
            let label = value(step)
            parts.append(
                "<circle cx=\"\(point.x.text(1))\" cy=\"\(point.y.text(1))\" r=\"3\" fill=\"#1c71d8\"/>"
            )
            parts.append(
                "<text x=\"\(point.x.text(1))\" y=\"\((point.y - 8).text(1))\" text-anchor=\"middle\">"
                    + "\(label.text(label < 10 ? 1 : 0))</text>"
            )
            parts.append(
                "<text x=\"\(point.x.text(1))\" y=\"\((bottom + 16).text(1))\" "
                    + "text-anchor=\"middle\">\(Self.short(step.pending))</text>"
            )
        }
        return parts.joined(separator: "\n")
    }

    private static func short(_ count: Int) -> String {
        switch count {
        case 1_000_000...: "\(count / 1_000_000)M"
        case 1_000...: "\(count / 1_000)k"
        default: "\(count)"
        }
    }
}
