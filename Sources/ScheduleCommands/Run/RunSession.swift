import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// One run of a command, with the notification at its end.
struct RunSession {
    private let settings: RunSettings
    private let words: CommandWords

    init(_ settings: RunSettings, _ words: [[UInt8]]) {
        self.settings = settings
        self.words = CommandWords(words)
    }

    /// Runs the command.
    ///
    /// Ends this process by the command's signal if one ended it.
    func run() -> Int32 {
        // The command gets this process's input, which is let go of afterwards.
        let isAtTerminal = isatty(STDIN_FILENO) == 1
        let mayAsk = TerminalChannel.hasNoReader
        do {
            let program = try words.program(in: Environment["PATH"] ?? Self.standardPath)
            let start = ClockTimer.Clock.bootTime.now
            let (end, output) = try end(of: program)
            var report = RunReport(
                command: name,
                end: end,
                microseconds: ClockTimer.Clock.bootTime.now - start,
                host: RemoteHost.name,
                lines: output.tail.lastLines(settings.tail)
            )
            let notifier = RunNotifier(settings, identifier: identifier, mayAsk: mayAsk)
            let isWanted = report.isWanted(by: settings, atTerminal: isAtTerminal)
            if isWanted { report.log = output.log?.finish() } else { output.log?.discard() }
            notifier.printJSON(report)
            if isWanted {
                notifier.show(report)
            } else if settings.showsProgress, report.microseconds >= settings.shortest {
                notifier.remove()
            }
            return end.endProcess()
        } catch {
            Terminal.complain(error.message)
            return error.status
        }
    }

    private var name: String { settings.title ?? CommandText.line(words.texts) }

    private var running: RunningReport { RunningReport(command: name, host: RemoteHost.name) }

    private var identifier: String { RunNotifier.identifier(words) }

    private static let standardPath = "/usr/local/bin:/usr/bin:/bin"

    private struct Output {
        var tail = OutputTail()
        var log: OutputLog?
    }

    private func end(of program: [UInt8]) throws(CommandProblem) -> (CommandEnd, Output) {
        guard settings.capturesOutput else {
            return (try CommandRun(words, program: program).wait(), Output())
        }
        var output = Output()
        if settings.keepsLog {
            do {
                output.log = try OutputLog()
            } catch {
                Terminal.warn("the output is not stored: \(error.message)")
            }
        }
        let progress = settings.showsProgress ? RunProgress(running, identifier: identifier) : nil
        var reader = ProgressReader()
        let command = try CommandRun(words, program: program) { bytes in
            output.tail.add(bytes)
            output.log?.add(bytes)
            if let progress, let part = reader.read(bytes) { progress.update(part) }
        }
        if let progress {
            // Of a command that is too short nothing is shown.
            command.loop.setTimer("progress", at: .now + .microseconds(settings.shortest)) {
                progress.start()
            }
            command.loop.watch(progress.stop, for: POLLIN) {
                command.loop.ignore(progress.stop)
                command.send(SIGTERM)
            }
        }
        let end = command.wait()
        progress?.finish()
        return (end, output)
    }
}

/// The name of this machine, for a user who sits at another one.
enum RemoteHost {
    /// The name; `nil` where the user is not here by ssh.
    static var name: String? {
        guard Environment["SSH_CONNECTION"]?.isEmpty == false else { return nil }
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RawArguments {
    /// Returns the last arguments as the kernel gave them, which need not be UTF-8.
    static func last(_ count: Int) -> [[UInt8]] {
        (max(0, Int(CommandLine.argc) - count)..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
            }
        }
    }
}
