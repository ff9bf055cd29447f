/// Apple's module of this name exports UserNotifications, and files of apps import it alone.
@_exported public import UserNotifications
