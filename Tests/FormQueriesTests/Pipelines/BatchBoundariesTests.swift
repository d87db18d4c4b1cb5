import Testing

@testable import FormQueries

@Suite struct BatchBoundariesTests {
  @Test(arguments: [
    (0, 1_000), (999, 1), (1_000, 1_000), (1_999, 1), (2_000, 345), (2_344, 1), (2_345, 655),
    (3_000, 1_000), (52_000, 345), (52_344, 1),
  ])
  func batchesEndAtStoredBlocksAndChunks(_ read: Int, _ room: Int) {
    let boundaries = BatchBoundaries(chunk: 50_000, ends: [1_000, 2_000, 2_345])
    #expect(boundaries.maximumCount(after: read) == room)
  }

  @Test(arguments: [
    (500, 500, false), (500, 1_000, true), (999, 999, false), (1_000, 1_000, true),
    (1_000, 1_001, false),
  ])
  func theFirstChunkHasAtLeastAThousandRecords(_ chunk: Int, _ read: Int, _ ends: Bool) {
    #expect(BatchBoundaries(chunk: chunk).endsChunk(at: read) == ends)
  }

  @Test func storedEndsAreFoundAmongMany() {
    let boundaries = BatchBoundaries(ends: (1...100_000).map { $0 * 1_000 })
    for read in [1_000, 50_000_000, 99_999_000, 100_000_000] {
      #expect(boundaries.isStoredEnd(read))
    }
    for read in [0, 999, 50_000_001, 100_001_000] { #expect(!boundaries.isStoredEnd(read)) }
  }
}
