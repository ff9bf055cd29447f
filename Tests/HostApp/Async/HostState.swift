import Foundation

/// Tells the main queue from others.
let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Says how many threads the process has, and how many sockets it has opened.
///
/// The program ends by itself where no test ends it.
func sayBefore() {
    alarm(120)
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    let sockets = (3..<64).filter { descriptor in
        var status = stat()
        return fstat(Int32(descriptor), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
    say("\(threads ?? 0) threads, \(sockets.count) sockets")
}

/// Writes a line at once.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Where the caller runs: an async `main` and `dispatchMain` give the main thread away, and the queue counts.
func place() -> String {
    if Thread.isMainThread { return "main thread" }
    return DispatchQueue.getSpecific(key: mainQueue) == true ? "main queue" : "elsewhere"
}
