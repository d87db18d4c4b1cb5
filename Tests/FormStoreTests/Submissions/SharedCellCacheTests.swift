import FormTestSupport
import GRDB
import Testing

@testable import FormStore

/// Shared cells are those of the view, however few of them are kept.
@Suite struct SharedCellCacheTests {
  @Test(arguments: [0, 40, 1 << 23]) func cellsAreThoseOfTheOriginal(maximumBytes: Int) throws {
    try KeyDatabase.with { db in
      try db.execute(
        sql: """
          WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 300)
          INSERT INTO submission (id, line, cells) SELECT id, id, json_array(id || ' ü') FROM ids
          WHERE id % 5 > 0
          """)
      let cache = SharedCellCache(maximumBytes: maximumBytes)
      let ids = Array(1...300 as ClosedRange<Int64>)
      var random = SeededGenerator(seed: 1)
      let shuffled = ids.shuffled(using: &random)
      for id in ids + ids.reversed() + shuffled + [0, -1, .min, .max, 301] {
        var cells = Array("[".utf8)
        try cache.append(db, cellsOf: id, to: &cells)
        let hasCells = (1...300).contains(id) && id % 5 > 0
        #expect(String(decoding: cells, as: UTF8.self) == (hasCells ? "[[\"\(id) ü\"]" : "["))
      }
    }
  }
}
