import Testing

@testable import FormStore

/// The canonical content of a store.
@Suite struct StoreDumpTests {
  @Test func piecesHaveEveryRecordOnce() throws {
    let people = try PeopleStore()
    let writer = people.writer()
    for batch in people.batches([1_000, 1_000]) { try writer.append(batch) }
    _ = try writer.finish(
      people.end(records: 2_000, rejected: 0),
      ImportEnd(sha256: "a", size: 9, malformed: 0, blankLines: 0))
    var pieces: [[UInt8]] = []
    try people.store.dump { pieces.append($0) }
    #expect(pieces.count > 1)
    let lines = String(decoding: pieces.joined(), as: UTF8.self).split(separator: "\n")
    let numbers = lines.compactMap { line in
      line.firstMatch(of: /^\{"record":([0-9]+),/).flatMap { Int($0.1) }
    }
    #expect(numbers == Array(1...2_000))
  }
}
