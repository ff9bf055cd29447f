import Glibc
import NotifyWindow

exit(WindowProgram.run())
