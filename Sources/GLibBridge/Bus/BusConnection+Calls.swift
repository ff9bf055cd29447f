import CGLib

extension BusConnection: BlockingCaller {
    package func callBlocking(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant,
        deadline: CallDeadline,
        mayStart: Bool
    ) throws(GLibError) -> Variant {
        try callBlocking(
            method,
            on: destination,
            parameters,
            files: [],
            deadline: deadline,
            mayStart: mayStart
        )
    }

    /// Calls a method and blocks the thread until its reply.
    ///
    /// - Parameter files: the files to send; a handle among the parameters is an index of them.
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    package func callBlocking(
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

    /// The number of the last message that this thread has sent.
    package var lastSerial: UInt32 { g_dbus_connection_get_last_serial(pointer) }

    /// Calls a method and waits for its reply without blocking a thread.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    @GLibActor
    package func call(
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

    /// Calls a method with files, or whose reply contains some, and waits for it without blocking a thread.
    ///
    /// - Parameter files: the files to send; a handle among the parameters is an index of them.
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    /// - Returns: the reply's parameters, a tuple, and the files; a handle among the parameters is an index of them.
    @GLibActor
    package func callForFiles(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        files: [OpenFile] = [],
        deadline: CallDeadline = .standard,
        mayStart: Bool = true
    ) async throws(GLibError) -> (values: Variant, files: [OpenFile]) {
        let list = try Self.descriptors(of: files)
        defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
        let arguments = parameters.foreign
        defer { withExtendedLifetime(arguments) {} }
        let result = await withCheckedContinuation { continuation in
            g_dbus_connection_call_with_unix_fd_list(
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
                { source, result, data in
                    let continuation = CallbackBox<FilesContinuation>.take(data)
                    continuation?.resume(returning: BusConnection.finishWithFiles(source, result))
                },
                CallbackBox<FilesContinuation>(continuation).retained()
            )
        }
        return try result.get()
    }

    private typealias FilesReply = Result<(values: Variant, files: [OpenFile]), GLibError>
    private typealias FilesContinuation = CheckedContinuation<FilesReply, Never>

    private static func finishWithFiles(
        _ source: UnsafeMutablePointer<GObject>?,
        _ result: OpaquePointer?
    ) -> FilesReply {
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let reply = source.flatMap {
            g_dbus_connection_call_with_unix_fd_list_finish(
                OpaquePointer($0),
                &list,
                result,
                &error
            )
        }
        defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
        guard let reply else { return .failure(GLibError(taking: error)) }
        return .success((Variant(sinking: reply), ReceivedFiles.files(of: list)))
    }

    /// Calls a method without a reply; does not report that the receiver does not exist.
    ///
    /// - Parameter destination: the receiver, which the bus does not start.
    package func send(_ method: String, on destination: BusDestination) {
        post(method, to: destination, nil, .standard, mayStart: false, then: nil, nil)
    }

    /// Sends a call; without a callback, it asks for no reply.
    func post(
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

    /// Returns GIO's list of files, which the caller owns; `nil` for no files.
    static func descriptors(
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
