import GLibBridge

extension GLibThread: AgentExecutor {}
