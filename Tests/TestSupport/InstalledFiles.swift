import Foundation

extension PrivateBus {
    /// Installs the desktop file and the icon, as the package does: desktops look up whose bubble it is.
    func installDesktopFile() throws {
        let data = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent()
            .appendingPathComponent("../../data")
            .standardized.path
        let id = "org.notifyschedule.NotifySchedule"
        let template = try String(contentsOfFile: "\(data)/\(id).desktop.in", encoding: .utf8)
        let files = FileManager.default
        try files.createDirectory(
            atPath: "\(directory)/data/applications",
            withIntermediateDirectories: true
        )
        try template.replacingOccurrences(
            of: "@bindir@/notify-schedule",
            with: Program("notify-schedule").word
        ).write(
            toFile: "\(directory)/data/applications/\(id).desktop",
            atomically: true,
            encoding: .utf8
        )
        try files.copyItem(atPath: "\(data)/icons", toPath: "\(directory)/data/icons")
    }
}
