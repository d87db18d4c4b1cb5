#if Server
import NIOHTTP1
import Testing

@testable import FormServer

/// The speed of a body is measured while the server waits for it.
@Suite struct ConnectionGuardTests {
  private func channel() throws -> GuardedChannel {
    var configuration = ServerConfiguration()
    (configuration.minimumBodySpeed, configuration.bodySpeedInterval) = (1, 5)
    return try GuardedChannel(configuration)
  }

  @Test func theTimeForABodyBeginsWithThePermission() throws {
    let channel = try channel()
    try channel.receiveHeader(["expect": "100-continue"])
    #expect(channel.isOpen(after: [60]) == [1])
    #expect(try channel.requestBody() == 100)
    #expect(channel.isOpen(after: [4, 1]) == [1, 0])
  }

  /// A client need not wait for the permission that it announces to await.
  @Test func whoSendsWithoutPermissionGetsNone() throws {
    let channel = try channel()
    try channel.receiveHeader(["expect": "100-continue"])
    try channel.receive(1)
    channel.read()
    #expect(try channel.requestBody() == nil)
    #expect(channel.isOpen(after: [4, 1]) == [1, 0])
  }

  @Test func whileNothingIsReadNobodyIsSlow() throws {
    let channel = try channel()
    try channel.receiveHeader()
    #expect(channel.isOpen(after: [3]) == [1])
    try channel.receive(0)
    #expect(channel.isOpen(after: [60]) == [1])
    channel.read()
    #expect(channel.isOpen(after: [1, 1]) == [1, 0])
  }

  /// The server drops the rest of a body, which nobody reads.
  @Test func afterTheResponseTheTimeCounts() throws {
    let channel = try channel()
    try channel.receiveHeader()
    try channel.receive(0)
    try channel.respond()
    #expect(channel.isOpen(after: [4, 1]) == [1, 0])
  }
}
#endif
