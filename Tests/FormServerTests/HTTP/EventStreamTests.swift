#if Server
import FormRules
import HummingbirdCore
import Testing

@testable import FormServer

@Suite struct EventStreamTests {
  /// A client that reads slowly misses the first events, but not the last ones.
  @Test func slowClientsReceiveTheLastEvents() async throws {
    let stream = EventStream()
    for number in 1...100 { stream.send("progress", .string(String(number))) }
    stream.finish()
    let writer = CollectingWriter()
    try await stream.response.body.write(writer)
    let text = String(decoding: writer.bytes.all, as: UTF8.self)
    #expect(text.hasPrefix("event: progress\ndata: \"37\"\n\n"), "\(text.prefix(100))")
    #expect(text.hasSuffix("event: progress\ndata: \"100\"\n\n"), "\(text.suffix(100))")
  }
}
#endif
