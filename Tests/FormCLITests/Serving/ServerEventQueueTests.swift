#if Server
import Foundation
import Testing

@testable import FormCLI

@Suite struct ServerEventQueueTests {
  private func names(_ events: ServerEventQueue) -> [String] {
    var names: [String] = []
    while let event = events.next(until: .now()) {
      names.append("\(event)".prefix { $0 != "(" }.description)
    }
    return names
  }

  @Test func waitingCommitsAreOneEvent() {
    let events = ServerEventQueue()
    for _ in 0..<3 { events.send(.committed) }
    events.send(.note("a"))
    events.send(.committed)
    #expect(names(events) == ["committed", "note", "committed"])
    events.send(.committed)
    #expect(names(events) == ["committed"])
  }
}
#endif
