import CFuzzer
import Glibc

// Feeds URLs and command lines to the parsers: `make fuzz`.

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        ParserCheck.check(UnsafeBufferPointer(start: start, count: count))
        return 0
    }
)
