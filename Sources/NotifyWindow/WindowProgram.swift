import AgentInterface
import CAdwaita
import DesktopTexts
import GLibBridge

/// The program `notify-window`.
package enum WindowProgram {
    private static var window: MainWindow?

    /// Runs the program until its window is closed; a second one brings the first one's window to the front.
    ///
    /// - Returns: the exit status.
    package static func run() -> Int32 {
        Translations.use()
        MainQueue.serve()
        g_set_prgname(name)
        let application = adw_application_new(name, G_APPLICATION_DEFAULT_FLAGS)
        Widget(pointer: application).on("activate") {
            if let window {
                window.present()
            } else {
                cadwaita_outlive_bus(application)
                window = MainWindow(application)
            }
        }
        return cadwaita_run(application, CommandLine.argc, CommandLine.unsafeArgv)
    }

    /// The id of the application and of its desktop file.
    private static let name = "org.notifyschedule.Window"
}
