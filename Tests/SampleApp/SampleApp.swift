import UserNotifications

/// Obeys one line after another; each answers with a line.
final class SampleApp: Sendable {
    let center = UNUserNotificationCenter.current()
    private let closureDelegate = ClosureDelegate()
    private let asyncDelegate = AsyncDelegate()
    private let leavingClosure = LeavingClosure()
    private let leavingAsync = LeavingAsync()

    func obey(_ words: [String]) {
        let argument = words.dropFirst().first ?? ""
        switch words.first {
        case "add": add(argument, seconds: words[2], category: words.dropFirst(3).first ?? "")
        case "fire": fire(argument, seconds: words[2])
        case "add-date": addDate(argument, parts: words.dropFirst(2).compactMap { Int($0) })
        case "add-bare": addBare(argument, with: words[2])
        case "pending":
            center.getPendingNotificationRequests { requests in
                report("pending:", requests.map(\.identifier).sorted().joined(separator: ","))
            }
        case "delivered":
            center.getDeliveredNotifications { delivered in
                let names = delivered.map(\.request.identifier).sorted()
                report("delivered:", names.joined(separator: ","))
            }
        case "remove-pending":
            center.removePendingNotificationRequests(withIdentifiers: [argument, "unknown"])
        case "remove-delivered":
            center.removeDeliveredNotifications(withIdentifiers: [argument, "unknown"])
        case "remove-all":
            center.removeAllPendingNotificationRequests()
            center.removeAllDeliveredNotifications()
        case "categories": registerCategories()
        case "same-categories":
            let categories = Self.categories
            center.getNotificationCategories { report("same:", $0 == categories) }
        case "listen":
            switch argument {
            case "async": center.delegate = asyncDelegate
            case "leaving": center.delegate = words[2] == "async" ? leavingAsync : leavingClosure
            // Gone as soon as it is set.
            case "briefly": center.delegate = ClosureDelegate()
            case "present": present(words[2], words[3])
            case "heir": listenAsHeir(words[2])
            default: center.delegate = closureDelegate
            }
            center.getNotificationCategories { report("listening:", $0.count) }
        case "deafen":
            center.delegate = nil
            center.getNotificationCategories { report("deaf:", $0.count) }
        case "settle":
            // The answers of the main thread go out before this call, on the same connection.
            DispatchQueue.main.async {
                UNUserNotificationCenter.current().getDeliveredNotifications { _ in
                    report("settled")
                }
            }
        case "block":
            // A main thread that is busy for good.
            DispatchQueue.main.async {
                report("blocked")
                while true { pause() }
            }
        case "badge": center.setBadgeCount(Int(argument) ?? 0) { report("badge:", name(of: $0)) }
        case "authorize":
            let options: UNAuthorizationOptions =
                argument == "provisional" ? [.alert, .provisional] : [.alert]
            center.requestAuthorization(options: options) { isGranted, error in
                report("authorized:", isGranted, name(of: error))
            }
        case "settings":
            center.getNotificationSettings { settings in
                report(
                    "settings:",
                    settings.authorizationStatus.rawValue,
                    settings.soundSetting.rawValue,
                    settings.badgeSetting.rawValue,
                    settings.alertSetting.rawValue,
                    settings.alertStyle.rawValue
                )
            }
        case "wait": waitOnThisThread()
        case "round-trip": roundTrip()
        case "attach": attach(argument, file: words[2])
        case "attach-again": attachAgain(argument, as: words[2])
        case "leave": leave(argument, way: words[2])
        case "storm": storm(count: Int(argument) ?? 0)
        case "push": push(argument)
        default: report("unknown:", words)
        }
    }

    private func present(_ form: String, _ names: String) {
        let options = UNNotificationPresentationOptions(names: names)
        let ready = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            let delegate: any UNUserNotificationCenterDelegate =
                switch form {
                case "async": MainActor.assumeIsolated { PresentingAsync(options) }
                case "relay": Relay()
                case "silent": Silent()
                case "dropping": Dropping()
                default: PresentingClosure(options)
                }
            UNUserNotificationCenter.current().delegate = delegate
            // The center holds it weakly.
            _ = Unmanaged.passRetained(delegate as AnyObject)
            ready.signal()
        }
        ready.wait()
    }

    private func add(_ identifier: String, seconds: String, category: String) {
        let content = UNMutableNotificationContent()
        content.title = "title of \(identifier)"
        content.categoryIdentifier = category
        content.sound = .default
        content.userInfo = ["number": 7, "name": identifier]
        let trigger = TimeInterval(seconds).map {
            UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false)
        }
        let request = UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: trigger
        )
        center.add(request) { error in report("added:", identifier, name(of: error)) }
        content.title = "changed afterwards"
    }

    private static var categories: Set<UNNotificationCategory> {
        let yes = UNNotificationAction(identifier: "yes", title: "Yes", options: [.foreground])
        let text = UNTextInputNotificationAction(
            identifier: "text",
            title: "Text",
            textInputButtonTitle: "Send",
            textInputPlaceholder: ""
        )
        return [
            UNNotificationCategory(
                identifier: "question",
                actions: [yes, text],
                intentIdentifiers: [],
                options: .customDismissAction
            ),
            UNNotificationCategory(identifier: "quiet", actions: [yes], intentIdentifiers: []),
        ]
    }

    private func registerCategories() {
        center.setNotificationCategories(Self.categories)
        center.getNotificationCategories { report("categories:", $0.count) }
    }

    private func waitOnThisThread() {
        let semaphore = DispatchSemaphore(value: 0)
        center.getNotificationSettings { settings in
            report("status:", settings.authorizationStatus.rawValue)
            // A handler may wait for the handler of another call, and that one for a third.
            let outer = DispatchSemaphore(value: 0)
            let center = UNUserNotificationCenter.current()
            center.getPendingNotificationRequests { _ in
                let inner = DispatchSemaphore(value: 0)
                center.getNotificationCategories { _ in inner.signal() }
                inner.wait()
                outer.signal()
            }
            outer.wait()
            semaphore.signal()
        }
        semaphore.wait()
        report("waited")
    }

    private func roundTrip() {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.body = "a\nb"
        content.badge = 3
        content.sound = .criticalSoundNamed(UNNotificationSoundName("x.wav"), withAudioVolume: 0.3)
        content.threadIdentifier = "thread"
        content.targetContentIdentifier = "window"
        content.interruptionLevel = .passive
        content.relevanceScore = 0.25
        content.userInfo = [
            "date": Date(timeIntervalSinceReferenceDate: 0.1), "big": UInt64.max,
            "list": [1, true, 2.5, "x", Data([0, 1])] as [Any], "deep": ["a": ["b": 1]],
        ]
        var date = Calendar.current.dateComponents(in: .current, from: Date() + 86_400)
        date.nanosecond = 0
        let request = UNNotificationRequest(
            identifier: "whole",
            content: content,
            trigger: UNCalendarNotificationTrigger(dateMatching: date, repeats: false)
        )
        Task {
            do {
                try await center.add(request)
                let kept = await center.pendingNotificationRequests().first { $0 == request }
                report("equal:", kept != nil)
            } catch {
                report("equal:", error)
            }
        }
    }

    /// Adds a request and ends the process at once.
    private func leave(_ identifier: String, way: String) {
        switch way {
        case "handler":
            center.getNotificationSettings { _ in
                self.add(identifier, seconds: "3600", category: "")
                exit(3)
            }
        case "main":
            DispatchQueue.main.async {
                self.add(identifier, seconds: "3600", category: "")
                exit(3)
            }
        default:
            add(identifier, seconds: "3600", category: "")
            exit(3)
        }
    }
}

/// The code of an error, for the test to read.
func name(of error: (any Error)?) -> String {
    guard let error else { return "ok" }
    return (error as? UNError).map { "UNError \($0.errorCode)" } ?? "\(error)"
}

/// Writes a line at once.
func report(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
