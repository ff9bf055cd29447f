extension RequestError {
    /// A field of a request, or of another record.
    package struct Field: Hashable, Sendable {
        /// The keys that lead to it, as the interface names them, such as `content.title` or `actions[2].url`.
        package let path: String
        /// What sentences call it, such as `the title`; empty if its value is enough.
        package let words: String

        /// Makes a field.
        package init(_ path: String, _ words: String) {
            (self.path, self.words) = (path, words)
        }

        /// Returns the field of a part.
        package func within(_ part: String) -> Field {
            // An index stands at its list.
            let dot = path.isEmpty || path.hasPrefix("[") ? "" : "."
            return Field("\(part)\(dot)\(path)", words)
        }

        /// Returns the field as one of a part that it lies in; `nil` if it does not.
        package func part(of part: String) -> Field? {
            isIn(part) ? Field(String(path.dropFirst(part.count + 1)), words) : nil
        }

        /// The index of the element of a list that it is or lies in; `nil` if it does not.
        package func index(in list: String) -> Int? {
            guard isIn(list) else { return nil }
            return Int(path.dropFirst(list.count + 1).prefix { $0 != "]" })
        }

        /// Whether it is a field, or lies in it.
        package func isIn(_ part: String) -> Bool {
            guard path.hasPrefix(part) else { return false }
            let rest = path.dropFirst(part.count)
            return rest.isEmpty || rest.first == "." || rest.first == "["
        }
    }
}

extension RequestError.Field {
    package static let identifier = Self("identifier", "the identifier")
    package static let appID = Self("appID", "the app id")
    package static let title = Self("content.title", "the title")
    package static let subtitle = Self("content.subtitle", "the subtitle")
    package static let body = Self("content.body", "the body")
    package static let sound = Self("content.sound", "the sound")
    package static let badge = Self("content.badge", "the badge")
    package static let userInfo = Self("content.userInfo", "userInfo")
    package static let category = Self("content.categoryIdentifier", "the category identifier")
    package static let thread = Self("content.threadIdentifier", "the thread identifier")
    package static let level = Self("content.interruptionLevel", "the level")
    package static let attachments = Self("content.attachments", "the attachments")
    package static let attachment = Self("content.attachments", "the attachment")
    package static let localized = Self("content.localized", "the localised texts")
    package static let event = Self("content.event", "the event")
    package static let trigger = Self("trigger", "the trigger")
    package static let components = Self("trigger.components", "the components")
    package static let onCalendar = Self("trigger.onCalendar", "the calendar event")
    package static let cron = Self("trigger.cron", "the cron line")
    package static let recurrence = Self("trigger.recurrence", "the recurrence")
    package static let timeZone = Self("trigger.timeZone", "the time zone")
    package static let interval = Self("trigger.timeInterval", "a time interval")
    package static let repeats = Self("trigger.repeats", "the repetition")
    package static let latitude = Self("trigger.latitude", "the latitude")
    package static let longitude = Self("trigger.longitude", "the longitude")
    package static let radius = Self("trigger.radius", "the radius")
    package static let onEntry = Self("trigger.notifyOnEntry", "the entry")
    package static let region = Self("trigger.region", "the region's identifier")
    /// A place, which is all of a trigger; its text says what it is.
    package static let place = Self("trigger", "")
    package static let actions = Self("actions", "the actions")
    /// A link of the markup of the body.
    static let link = Self("content.body", "the URL")
    package static let openURL = Self("openURL", "the URL")
    package static let run = Self("run", "the name of the command to run")
    package static let until = Self("until", "until")
    package static let times = Self("times", "times")
    package static let late = Self("late", "late")
    package static let wake = Self("wake", "wake")
    package static let before = Self("before", "before")
    package static let nag = Self("nag", "nag")
    package static let appName = Self("bubble.appName", "the name of the program")
    package static let icon = Self("bubble.icon", "the icon")
    package static let expiry = Self("bubble.expireTimeout", "the expiry")
    package static let hints = Self("bubble.hints", "the hints")

    /// A hint of a name.
    static func hint(_ name: String) -> Self { Self("bubble.hints.\(name)", "the hint \(name)") }

    // Of an action, in which it is.

    /// The length of a snooze.
    package static let snooze = Self("snooze", "snooze")
    /// A URL.
    package static let url = Self("url", "the URL")
    static let actionIdentifier = Self("identifier", "the action identifier")
    static let label = Self("title", "the action label")
    static let actionIcon = Self("icon", "the action icon")
    static let buttonTitle = Self("textInput.buttonTitle", "the text input button title")
    static let placeholder = Self("textInput.placeholder", "the text input placeholder")
}
