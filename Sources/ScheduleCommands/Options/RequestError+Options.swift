import NotifyCore

extension RequestError {
    /// The options of `add` and `edit`, by the fields that they set.
    private static let options: [String: String] = {
        let fields: [(Field, String)] = [
            (.identifier, "--id"), (.appID, "--app"), (.subtitle, "--subtitle"),
            (.sound, "--sound"), (.badge, "--badge"), (.userInfo, "--user-info"),
            (.category, "--category"), (.thread, "--thread"), (.level, "--level"),
            (.openURL, "--open"), (.run, "--run"), (.until, "--until"), (.times, "--times"),
            (.late, "--late"), (.wake, "--wake"), (.before, "--before"), (.nag, "--nag"),
            (.appName, "--app-name"), (.icon, "--icon"),
        ]
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.0.path, $0.1) })
    }()

    /// The error as one of a command line, with the name of the option that sets its field.
    var ofOptions: RequestError { field.flatMap { Self.options[$0.path] }.map(calling) ?? self }

    /// The error of a whole request as one of a command line.
    func ofOptions(for request: NotificationRequest) -> RequestError {
        guard let index = field?.index(in: "actions"), request.actions.indices.contains(index)
        else {
            return ofOptions
        }
        let action = request.actions[index]
        return at(action.isPlainReply ? "--reply" : action.isPlainSnooze ? "--snooze" : "--action")
    }
}

extension RequestError.Field {
    /// An option that sets no field of a request.
    static func option(_ name: String) -> Self { Self(name, name) }
}
