#if Server
import FormTestSupport
import Testing

/// The masks in `docs/server.md`, for every route that reads.
@Suite(.timeLimit(.minutes(10))) struct SensitiveCellLawTests {
  /// No response contains a sensitive cell that the person who receives it may not see, or depends
  /// on the value of such a cell, after random records, corrections and versions of the form.
  @Test func sensitiveCellsAreShownOnlyToThosePermitted() async throws {
    for seed in RandomRounds.seeds("sensitive cells", 1, long: 100) {
      let store = try SensitiveStore(seed: seed)
      try await store.begin()
      for _ in 0..<10 {
        try await store.change()
        for _ in 0..<4 {
          let wrong = try await store.violation()
          try #require(
            wrong == nil, "SEED=\(seed)\n\(store.history.joined(separator: "\n"))\n\(wrong ?? "")")
        }
      }
      let shown = try await store.shownCells()
      #expect(shown.markers > 0 && shown.hasMasks, "SEED=\(seed)")
    }
  }
}
#endif
