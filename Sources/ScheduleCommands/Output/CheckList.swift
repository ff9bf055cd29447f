import GLibBridge
import Glibc
import NotifyCore

/// A check list, shown by an installed dialog program.
struct CheckList {
    /// A line of the list.
    struct Item {
        let name: String
        let isOn: Bool
    }

    let title: String
    let text: String
    let items: [Item]

    /// Shows the list.
    ///
    /// - Returns: the indices that are checked; `nil` if the user cancels.
    /// - Throws: ``UsageError`` if no such program is installed.
    func ask() throws -> Set<Int>? {
        let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            Environment[$0]?.isEmpty == false
        }
        let tools: [Tool] =
            (isTerminal ? [.whiptail, .dialog] : []) + (hasDisplay ? [.zenity, .kdialog] : [])
        for tool in tools {
            do throws(SystemError) {
                let start = ProgramStart(arguments: [tool.rawValue] + arguments(of: tool))
                let answer = try start.answer(on: tool.descriptor)
                // Cancelled by a button or by Escape.
                guard answer.status == 0 else { return nil }
                return chosen(answer.text)
            } catch {
                guard error.number == ENOENT else { throw error }
            }
        }
        throw UsageError(
            isTerminal || hasDisplay
                ? "a check list needs whiptail, dialog, zenity or kdialog; install one of them, or "
                    + "use launcher enable and launcher disable"
                : "a check list needs a terminal or a desktop; use launcher enable and "
                    + "launcher disable"
        )
    }

    private enum Tool: String {
        case whiptail, dialog, zenity, kdialog

        /// The descriptor that it writes the choice to.
        var descriptor: Int32 {
            switch self {
            // These draw on standard output.
            case .whiptail, .dialog: 3
            case .zenity, .kdialog: 1
            }
        }
    }

    private func arguments(of tool: Tool) -> [String] {
        switch tool {
        case .whiptail, .dialog:
            let hidesTags = tool == .whiptail ? "--notags" : "--no-tags"
            return [
                "--title", title, "--separate-output", hidesTags, "--output-fd", "3",
                "--checklist", text, "0", "0", "0",
            ] + rows { [$0, $1.name, $1.isOn ? "on" : "off"] }
        case .kdialog:
            return ["--title", title, "--separate-output", "--checklist", text]
                + rows { [$0, $1.name, $1.isOn ? "on" : "off"] }
        case .zenity:
            return [
                "--list", "--checklist", "--title", title, "--text", text, "--width", "600",
                "--height", "500", "--column", " ", "--column", "number", "--column", " ",
                "--hide-column", "2", "--print-column", "2", "--separator", "|",
            ] + rows { [$1.isOn ? "TRUE" : "FALSE", $0, $1.name] }
        }
    }

    private func rows(_ row: (String, Item) -> [String]) -> [String] {
        items.enumerated().flatMap { index, item in
            // A name that begins with a dash would be read as an option.
            let name = item.name.hasPrefix("-") ? " \(item.name)" : item.name
            return row("\(index + 1)", Item(name: name, isOn: item.isOn))
        }
    }

    private func chosen(_ text: String) -> Set<Int> {
        let numbers = text.split { $0.isNewline || $0 == "|" }.compactMap { Int($0) }
        return Set(numbers.map { $0 - 1 }.filter(items.indices.contains))
    }
}
