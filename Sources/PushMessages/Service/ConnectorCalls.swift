import GLibBridge

/// Answers the calls of distributors, of both versions.
@GLibActor
struct ConnectorCalls {
    private let handler: PushHandler

    /// Answers with a handler.
    init(handler: PushHandler) {
        self.handler = handler
    }

    /// Answers a call.
    ///
    /// What does not keep to the specification, has an unknown token, or comes from another program than the
    /// distributor of the token, is ignored.
    func answer(_ call: BusMethodCall) {
        let parts = call.parameters[0]?.entries == nil ? firstVersion(call) : secondVersion(call)
        let isSecond = call.parameters[0]?.entries != nil
        guard let token = parts.token, token.utf8.count <= AppRegistration.maxTokenSize,
            // Version 1 confirms an end without a token, which changes nothing.
            token.isEmpty || handler.comesFromDistributor(call.sender, token: token)
        else { return call.reply(isSecond ? [.dictionary([])] : []) }
        var reply: [(key: String, value: Variant)] = []
        switch call.method {
        case "Message":
            switch handler.receive(parts.message ?? [], token: token) {
            case .done:
                if let id = parts.id, !id.isEmpty { reply.append(("id", .string(id))) }
            case .unknown: break
            // Without an answer that acknowledges it, the distributor has the message still.
            case .failed(let reason):
                return call.fail("org.freedesktop.DBus.Error.LimitsExceeded", reason)
            }
        case "NewEndpoint": handler.handle(.endpoint(token: token, url: parts.endpoint ?? ""))
        case "Unregistered": handler.handle(.unregistered(token: token))
        default: break
        }
        call.reply(isSecond ? [.dictionary(reply)] : [])
    }

    private typealias Parts = (token: String?, message: [UInt8]?, id: String?, endpoint: String?)

    private func firstVersion(_ call: BusMethodCall) -> Parts {
        let second = call.parameters[1]
        return (call.parameters[0]?.string, second?.bytes, nil, second?.string)
    }

    private func secondVersion(_ call: BusMethodCall) -> Parts {
        let values = call.parameters[0]
        return (
            values?["token"]?.string, values?["message"]?.bytes, values?["id"]?.string,
            values?["endpoint"]?.string
        )
    }
}
