import NotifyCore

extension RequestError {
    /// The error as one of a command line, with the name of the option that sets its field.
    var ofOptions: RequestError {
        switch field?.path {
        case Field.identifier.path: calling("--id")
        case Field.appID.path: calling("--app")
        default:
            // A person calls the first lines by their names.
            if let part = WrittenPart(field: field), ![.title, .body].contains(part) {
                calling(WrittenSpelling.options.name(part))
            } else {
                self
            }
        }
    }

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
