import Testing

@testable import FormStore

/// The digest of a block does not depend on how its records are divided into batches.
struct BlockHasherTests {
  private static let salt = [UInt8](repeating: 7, count: 16)
  private static let errorLines = ErrorLines([
    ("reader", "error", ""), ("a", "error", "x"), ("b", "warning", "x"),
  ])

  /// Records, of which every third has an error and every fifth is malformed.
  private func batch(_ records: Range<Int>) -> PreparedBatch {
    let batch = PreparedBatch()
    for (place, number) in records.enumerated() {
      batch.text += Array("[\"\(number)\"]".utf8)
      batch.ends.append(batch.text.count)
      batch.lines.append(Int64(number + 1))
      let record = Int32(place)
      if number % 3 == 0 {
        batch.errors.append(.init(record: record, rule: 2, code: nil, arguments: "{\"a\":\"b\"}"))
      }
      if number % 5 == 0 {
        batch.errors.append(.init(record: record, rule: 0, code: "csv.nul", arguments: nil))
        batch.malformed.append(
          .init(record: record, raw: Array("x\(number)".utf8), line: number, column: 1, byte: 0))
      }
    }
    return batch
  }

  @Test(arguments: [[40], [10, 30], [1, 2, 3, 34], Array(repeating: 1, count: 40)])
  func batchSizesDoNotAffectTheDigest(_ sizes: [Int]) {
    var whole = BlockHasher(Self.errorLines, salt: Self.salt)
    whole.update(batch(0..<40))
    var parts = BlockHasher(Self.errorLines, salt: Self.salt)
    var first = 0
    for size in sizes {
      parts.update(batch(first..<first + size))
      first += size
    }
    #expect(parts.digest == whole.digest)
    #expect(parts.count == 40)
  }

  @Test func everyPartChangesTheDigest() {
    func digest(_ change: (PreparedBatch) -> Void) -> [UInt8] {
      let batch = batch(0..<10)
      change(batch)
      var hasher = BlockHasher(Self.errorLines, salt: Self.salt)
      hasher.update(batch)
      return hasher.digest
    }
    let changes: [(PreparedBatch) -> Void] = [
      { _ in }, { $0.text[1] += 1 }, { $0.lines[3] += 1 }, { $0.errors[0].rule += 1 },
      { $0.errors[0].arguments = nil }, { $0.errors.removeLast() }, { $0.errors[0].code = "y" },
      { $0.errors[0].record = -1 }, { $0.errors[$0.errors.count - 1].record = 99 },
      { $0.corrects = [9] }, { $0.recordKeys = [.init(record: 0, hash: 1, content: 2)] },
      { $0.recordKeys = [.init(record: 0, hash: 2, content: 2)] },
      { $0.recordKeys = [.init(record: 1, hash: 1, content: 2)] },
      { $0.malformed[1].raw[0] += 1 }, { $0.malformed.removeFirst() },
      { $0.malformed[0].line += 1 }, { $0.malformed[0].column += 1 }, { $0.malformed[0].byte += 1 },
    ]
    #expect(Set(changes.map(digest)).count == changes.count)
  }

  /// An altered store cannot move an error into the cells.
  @Test func lineBreaksInCellsDoNotForgeErrors() {
    func digest(_ cells: String, _ errors: [PreparedBatch.ErrorRow]) -> [UInt8] {
      let batch = PreparedBatch()
      batch.text = Array(cells.utf8)
      (batch.ends, batch.lines, batch.errors) = ([batch.text.count], [1], errors)
      var hasher = BlockHasher(Self.errorLines, salt: Self.salt)
      hasher.update(batch)
      return hasher.digest
    }
    #expect(
      digest("[]", [.init(record: 0, rule: 1, code: nil, arguments: nil)])
        != digest("[]\n[\"a\",\"error\",\"x\"]", []))
  }

  @Test func saltChangesTheDigest() {
    var blocks = [BlockHasher(Self.errorLines), BlockHasher(Self.errorLines)]
    for index in blocks.indices { blocks[index].update(batch(0..<3)) }
    #expect(blocks[0].digest != blocks[1].digest)
  }

  @Test func blockEndsAtItsRecordOrByteLimit() {
    var records = BlockHasher(Self.errorLines)
    records.update(batch(0..<999))
    #expect(!records.isFull)
    records.update(batch(0..<1))
    #expect(records.isFull)
    let long = PreparedBatch()
    long.text = Array(repeating: 0x20, count: BlockHasher.maximumBytes)
    long.ends = [long.text.count]
    long.lines = [1]
    var bytes = BlockHasher(Self.errorLines)
    bytes.update(long)
    #expect(bytes.isFull)
  }
}
