import Foundation
import NotifyCore
import Testing

@testable import ScheduleCommands

/// What an assistant reads about the tools of `mcp`.
@Suite struct MCPToolTests {
    @Test("The tools and their schemas are as they were")
    func tools() async throws {
        var json = JSONText()
        json.value(.array(MCPTools.list))
        let tools = try JSONSerialization.jsonObject(with: Data(json.bytes))
        let text = try JSONSerialization.data(
            withJSONObject: tools,
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        )
        try await Golden.expect(
            String(decoding: text, as: UTF8.self) + "\n",
            isFile: Golden.path("mcp/tools.json")
        )
    }
}
