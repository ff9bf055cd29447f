// A program with one of the loops that programs have, named by its first argument, and a delegate of the form
// that the second one names. It says how many threads it has before the first call, adds a notification, and
// ends once its delegate has heard of a click.
import UserNotifications

sayBefore()
let listener = Listener()
switch CommandLine.arguments.dropFirst().first {
case "unused":
    let content = UNMutableNotificationContent()
    content.title = "never added"
    sayBefore()
case "dispatch":
    listener.start()
    Thread.detachNewThread {
        while !listener.hasHeard { Thread.sleep(forTimeInterval: 0.02) }
        say("end")
        exit(0)
    }
    dispatchMain()
case "runloop":
    listener.start()
    while !listener.hasHeard, RunLoop.main.run(mode: .default, before: Date() + 0.1) {}
case "glib":
    listener.start()
    runGLibLoop(until: { listener.hasHeard })
case "thread":
    // The default context belongs to another thread here.
    Thread.detachNewThread { runGLibLoop(until: { false }) }
    listener.start()
    while !listener.hasHeard, RunLoop.main.run(mode: .default, before: Date() + 0.1) {}
default:
    say("dispatch, runloop, glib, thread or unused?")
    exit(64)
}
say("end")
