import GLibBridge

extension GLibThread: SchedulerExecutor {}
