import Glibc
import SchedulerAgent

exit(AgentMain.run())
