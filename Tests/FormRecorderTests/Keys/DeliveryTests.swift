import Testing

@testable import FormRecorder

/// Which delivery of a record is current.
@Suite struct DeliveryTests {
  /// A delivery supersedes only the previous delivery of a record, regardless of how many there
  /// are.
  @Test func lastOfManyDeliveriesIsCurrent() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    for round in 1...20 {
      try store.add("id,name\n1,a\(round)\n1,b\(round)\n2,c\n", as: "\(round).csv")
    }
    #expect(
      try store.rows("SELECT _submission, name FROM form_people_current ORDER BY 1")
        == ["58|a20", "59|b20", "60|c"])
    // The first record with a key supersedes all records with that key in the previous delivery.
    #expect(
      try store.rows("SELECT DISTINCT superseded_by - submission FROM superseded ORDER BY 1")
        == ["2", "3"])
    try store.recorder.expectValid()
  }

  /// Runs an import between the two halves of an interrupted import. Keys occur repeatedly in both.
  /// Each record supersedes the earlier records of the other import.
  @Test func lastDeliveryOfInterleavedImportsIsCurrent() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    func lines(_ name: String) -> String {
      "id,name\n" + (1...1_500).map { "\($0 % 50),\(name)\($0 % 7)\n" }.joined()
    }
    try store.write(lines("a"), to: "a.csv")
    try store.write(lines("b"), to: "b.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    _ = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    try store.recorder.expectValid()
    _ = try store.recorder.importFile(request)
    try store.recorder.expectValid()
    // Import b superseded the first half, and the second half superseded b.
    #expect(
      try store.rows(
        """
        SELECT count(*), min(id), max(id) FROM submission
        WHERE id NOT IN (SELECT submission FROM superseded)
        """) == ["500|2501|3000"])
  }

  @Test func discardedDeliveriesSupersedeNothing() throws {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    let lines = "id,name\n" + (1...1_500).map { "\($0),a\n" }.joined()
    try store.add(lines, as: "a.csv")
    try store.write(lines.replacing(",a", with: ",b"), to: "b.csv")
    var request = ImportRequest(path: store.path("b.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    _ = try store.recorder.discard(2)
    try store.recorder.expectValid()
    #expect(
      try store.rows("SELECT count(*), max(_submission) FROM form_people WHERE _state = 'current'")
        == ["1500|1500"])
    #expect(
      try store.rows("SELECT count(*) FROM form_people WHERE _state = 'discarded'") == ["1000"])
  }
}
