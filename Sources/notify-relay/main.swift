import Glibc
import RelayProgram

exit(RelayProgram.run())
