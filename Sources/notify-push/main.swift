import Glibc
import PushMessages

exit(PushProgram.run())
