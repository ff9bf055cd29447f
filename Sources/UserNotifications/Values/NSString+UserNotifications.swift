import AgentInterface
public import Foundation
import NotifyCore

extension NSString {
    /// Returns a text of the app in the user's language, which is looked up again when the notification is shown.
    ///
    /// The table is `Localizable.strings` in the folder of the language, such as `de.lproj`, among the
    /// resources of the main bundle. Linux: the language is that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and
    /// `LANG`; the text is looked up again only if it is a whole title, subtitle or body. Source:
    /// Apple's page localizedUserNotificationString(forKey:arguments:).
    ///
    /// - Parameters:
    ///   - key: the text's key in the app's table; the text itself if the table lacks it.
    ///   - arguments: the values of its placeholders, such as `%@` and `%2$d`.
    /// - Returns: the text in the current language.
    public class func localizedUserNotificationString(
        forKey key: String,
        arguments: [Any]?
    ) -> String {
        let origin = LocalizedTexts.Text(
            key: key,
            arguments: (arguments ?? []).map { "\($0)" }
        )
        let table = LocalizedTexts(folder: LocalizedTextMemory.folder).table()
        let text = origin.filled(by: table ?? [:])
        LocalizedTextMemory.note(text, origin)
        return text
    }
}
