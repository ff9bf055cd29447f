// An app as somebody would write it for Apple's systems, told by its standard input what to do.
import UserNotifications

DispatchQueue.main.setSpecific(key: mainQueue, value: true)
let app = SampleApp()
let order = CommandLine.arguments.dropFirst()
if !order.isEmpty {
    // Started by its desktop file; a test that fails leaves nobody behind.
    alarm(60)
    app.obey(Array(order))
    dispatchMain()
}
Thread.detachNewThread {
    while let line = readLine() {
        app.obey(line.split(separator: " ").map(String.init))
    }
    exit(0)
}
dispatchMain()
