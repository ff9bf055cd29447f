import Foundation
import NotifyCore

extension NotificationRequest {
    /// A request as the agent keeps it; its buttons are those of its category once it is shown.
    ///
    /// - Parameters:
    ///   - request: the app's.
    ///   - appID: whose.
    /// - Throws: ``NotifyCore/RequestError`` for the first field that does not hold.
    init(_ request: UNNotificationRequest, appID: String) throws(RequestError) {
        var reserve = Reserve()
        var content = try ContentFields(of: request.content).record(&reserve, appID: appID)
        let trigger = try NotificationTrigger(request.trigger, &reserve)
        reserve.store(in: &content.userInfo)
        self.init(
            appID: appID,
            identifier: request.identifier,
            content: content,
            trigger: trigger
        )
        // Here and not by the agent alone: on the bus, texts end at their first zero.
        try validate()
    }

    /// The request that the agent kept, as the app gave it.
    var object: UNNotificationRequest {
        var userInfo = content.userInfo
        let reserve = Reserve(removingFrom: &userInfo)
        return UNNotificationRequest(
            identifier: identifier,
            content: UNNotificationContent(
                fields: ContentFields(content, reserve, userInfo: userInfo)
            ),
            trigger: trigger.object(reserve)
        )
    }
}
