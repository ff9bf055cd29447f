public import Foundation

extension NSString {
    /// A text of the app in the user's language.
    ///
    /// Linux: looked up at the call, not when the notification is shown. Source: Apple's page
    /// localizedUserNotificationString(forKey:arguments:).
    ///
    /// - Parameters:
    ///   - key: the text's key in the app's table; it stands for itself where the table lacks it.
    ///   - arguments: what its placeholders, such as `%@` and `%2$d`, stand for.
    /// - Returns: the text.
    public class func localizedUserNotificationString(
        forKey key: String,
        arguments: [Any]?
    ) -> String {
        let format = Bundle.main.localizedString(forKey: key, value: key, table: nil)
        guard let arguments, !arguments.isEmpty else { return format }
        return FormatText(format).filled(with: arguments)
    }
}
