import CGLib

/// What a method call is addressed to.
public struct BusDestination: Hashable, Sendable {
    /// The bus name.
    public var name: String
    /// The object path.
    public var path: String
    /// The interface.
    public var interface: String

    /// Makes a destination from a bus name, an object path and an interface.
    public init(name: String, path: String, interface: String) {
        self.name = name
        self.path = path
        self.interface = interface
    }

    /// The message bus itself.
    public static let bus = BusDestination(
        name: "org.freedesktop.DBus",
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus"
    )
}

/// How long a caller waits for a reply.
public struct CallDeadline: Sendable {
    let milliseconds: Int32

    /// A number of milliseconds, at least one.
    public static func milliseconds(_ count: Int32) -> CallDeadline {
        CallDeadline(milliseconds: max(1, count))
    }

    /// GDBus's own: 25 seconds.
    public static let standard = CallDeadline(milliseconds: -1)

    /// None: the reply, or the end of the called program, ends the wait.
    public static let none = CallDeadline(milliseconds: .max)
}

extension BusConnection {
    /// Calls a method and blocks the thread until its reply.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - destination: whose method.
    ///   - parameters: a tuple.
    ///   - files: go along; a handle among the parameters is an index of theirs.
    ///   - deadline: how long to wait.
    ///   - mayStart: whether the bus may start the program that owns the name.
    /// - Throws: ``GLibError``; its `remoteName` is set where the other side sent the error.
    /// - Returns: the reply's parameters, a tuple.
    public func callBlocking(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        files: [OpenFile] = [],
        deadline: CallDeadline = .standard,
        mayStart: Bool = true
    ) throws(GLibError) -> Variant {
        let list = try Self.descriptors(of: files)
        defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
        let arguments = parameters.foreign
        defer { withExtendedLifetime(arguments) {} }
        let reply = try GLibError.check {
            g_dbus_connection_call_with_unix_fd_list_sync(
                pointer,
                destination.name,
                destination.path,
                destination.interface,
                method,
                arguments.pointer,
                nil,
                Self.flags(mayStart: mayStart),
                deadline.milliseconds,
                list,
                nil,
                nil,
                $0
            )
        }
        guard let reply else { throw GLibError(taking: nil) }
        return Variant(sinking: reply)
    }

    /// Calls a method and waits for its reply without holding a thread.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - destination: whose method.
    ///   - parameters: a tuple.
    ///   - deadline: how long to wait.
    ///   - mayStart: whether the bus may start the program that owns the name.
    /// - Throws: ``GLibError``; its `remoteName` is set where the other side sent the error.
    /// - Returns: the reply's parameters, a tuple.
    @GLibActor
    public func call(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        deadline: CallDeadline = .standard,
        mayStart: Bool = true
    ) async throws(GLibError) -> Variant {
        let arguments = parameters.foreign
        defer { withExtendedLifetime(arguments) {} }
        let result = await withCheckedContinuation { continuation in
            post(
                method,
                to: destination,
                arguments.pointer,
                deadline,
                mayStart: mayStart,
                then: { source, result, data in
                    let continuation = CallbackBox<ReplyContinuation>.take(data)
                    continuation?.resume(returning: BusConnection.finish(source, result))
                },
                CallbackBox<ReplyContinuation>(continuation).retained()
            )
        }
        return try result.get()
    }

    /// Calls a method and wants no answer; it is not told either where nobody is there to call.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - destination: whose method; the bus starts no program for it.
    public func send(_ method: String, on destination: BusDestination) {
        post(method, to: destination, nil, .standard, mayStart: false, then: nil, nil)
    }

    /// Sends a call; without something to be called then, it asks for no answer.
    private func post(
        _ method: String,
        to destination: BusDestination,
        _ arguments: OpaquePointer?,
        _ deadline: CallDeadline,
        mayStart: Bool,
        then answered: GAsyncReadyCallback?,
        _ data: UnsafeMutableRawPointer?
    ) {
        g_dbus_connection_call(
            pointer,
            destination.name,
            destination.path,
            destination.interface,
            method,
            arguments,
            nil,
            Self.flags(mayStart: mayStart),
            deadline.milliseconds,
            nil,
            answered,
            data
        )
    }

    /// GIO's list of files, a reference of the caller's own; `nil` where there are none.
    private static func descriptors(
        of files: [OpenFile]
    ) throws(GLibError) -> UnsafeMutablePointer<GUnixFDList>? {
        guard !files.isEmpty else { return nil }
        let list = g_unix_fd_list_new()
        do {
            for file in files {
                _ = try GLibError.check { g_unix_fd_list_append(list, file.descriptor, $0) }
            }
        } catch {
            g_object_unref(UnsafeMutableRawPointer(list))
            throw error
        }
        return list
    }

    private typealias ReplyContinuation = CheckedContinuation<Result<Variant, GLibError>, Never>

    private static func finish(
        _ source: UnsafeMutablePointer<GObject>?,
        _ result: OpaquePointer?
    ) -> Result<Variant, GLibError> {
        var error: UnsafeMutablePointer<GError>?
        let reply = source.flatMap {
            g_dbus_connection_call_finish(OpaquePointer($0), result, &error)
        }
        guard let reply else { return .failure(GLibError(taking: error)) }
        return .success(Variant(sinking: reply))
    }

    private static func flags(mayStart: Bool) -> GDBusCallFlags {
        mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    }
}
