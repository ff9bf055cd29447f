import AgentInterface
public import Foundation
import NotifyCore

extension NSString {
    /// A text of the app in the user's language, looked up once more when the notification is shown.
    ///
    /// The table is `Localizable.strings` in the folder of the language, such as `de.lproj`, among the
    /// resources of the main bundle. Linux: the language is that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and
    /// `LANG`; the text is known again only where it stands as it is for a title, subtitle or body. Source:
    /// Apple's page localizedUserNotificationString(forKey:arguments:).
    ///
    /// - Parameters:
    ///   - key: the text's key in the app's table; it stands for itself where the table lacks it.
    ///   - arguments: what its placeholders, such as `%@` and `%2$d`, stand for.
    /// - Returns: the text as it is now.
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
