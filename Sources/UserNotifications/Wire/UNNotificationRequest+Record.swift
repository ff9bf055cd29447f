import Foundation
import NotifyCore

extension NotificationRequest {
    /// Makes a request for the agent, without the buttons of its category.
    init(_ request: UNNotificationRequest, appID: String) throws(RequestError) {
        guard !request.identifier.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the identifier of the request is empty; give it one, such as UUID().uuidString"
            )
        }
        var privateInfo = PrivateUserInfo()
        var content = try ContentFields(of: request.content).record(&privateInfo, appID: appID)
        let trigger = try NotificationTrigger(request.trigger, &privateInfo)
        privateInfo.store(in: &content.userInfo)
        self.init(
            appID: appID,
            identifier: request.identifier,
            content: content,
            trigger: trigger
        )
        // Also validated here, because D-Bus ends strings at the first zero.
        try validate()
    }

    /// The request for the app.
    var object: UNNotificationRequest {
        var userInfo = content.userInfo
        let privateInfo = PrivateUserInfo(removingFrom: &userInfo)
        return UNNotificationRequest(
            identifier: identifier,
            content: UNNotificationContent(
                fields: ContentFields(content, privateInfo, userInfo: userInfo)
            ),
            trigger: trigger.object(privateInfo)
        )
    }
}
