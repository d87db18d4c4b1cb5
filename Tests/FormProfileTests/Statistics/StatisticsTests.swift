import FormBytes
import FormRules
import FormTestSupport
import Testing

@testable import FormProfile

@Suite struct StatisticsTests {
  private static func add(_ text: String, to table: inout ByteCounts) {
    let bytes = Array(text.utf8)
    let hash = bytes.span.stableHash
    if let index = table.index(of: bytes.span, hash: hash) {
      table.add(1, to: index)
    } else {
      if table.isFull { table.makeRoom { _ in } }
      _ = table.insert(bytes.span, hash: hash, count: 1, record: 0, line: 1)
    }
  }

  @Test func countsAreExactWhileTextsFit() {
    var table = ByteCounts(maximumEntries: 1000)
    for number in 0..<5000 { Self.add("value \(number % 700)", to: &table) }
    #expect(table.isExact)
    #expect(table.entries.count == 700)
    #expect(table.entries.allSatisfy { $0.count == 7 || $0.count == 8 })
  }

  /// The bound of Misra and Gries: no count is too high, and none is too low by more than `lost`.
  @Test func countsHaveBoundedErrorsInAFullTable() {
    var table = ByteCounts(maximumEntries: 128)
    var counts: [String: Int] = [:]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      // A few frequent texts and many rare ones.
      let number = Int.random(in: 0..<100, using: &random)
      let text =
        number < 40 ? "frequent \(number % 4)" : "rare \(Int.random(in: 0..<5000, using: &random))"
      counts[text, default: 0] += 1
      Self.add(text, to: &table)
    }
    #expect(!table.isExact)
    for entry in table.entries {
      let count = counts[table.text(of: entry)] ?? 0
      #expect(entry.count <= count && count <= entry.count + table.lost)
    }
    let kept = Set(table.entries.map { table.text(of: $0) })
    for (text, count) in counts where count > table.lost { #expect(kept.contains(text)) }
  }

  @Test func evictedTextsAreCounted() throws {
    // More distinct texts than the table can hold.
    let values = (0..<70_000).map { "\(100_000 + $0)" } + ["abc", "abc"]
    let column = try ProfiledTable(column: values).statistics.columns[0]
    #expect(!column.values.isExact)
    #expect(column.present == 70_002)
    #expect(column.types[Notation.integer] == 70_000)
    #expect(column.shapes.sorted.map(\.count) == [70_000, 2])
    #expect(column.numbers(.integer).count == 70_000)
    #expect(abs(column.distinct - 70_001) < 2_100)
  }

  @Test(arguments: [10, 1000, 100_000])
  func distinctHashesAreEstimated(_ count: Int) {
    var sketch = HyperLogLog()
    for _ in 0..<2 {
      for number in 0..<count { sketch.insert(Array("\(number)".utf8).span.stableHash) }
    }
    #expect(abs(sketch.estimate - count) <= count / 25 + 1)
  }

  @Test(arguments: [
    ("12345", "99999", "9+"), ("AB-12", "AA-99", "A+-9+"), ("12345678", "9{8}", "9+"),
    ("Ünö", "éaé", "é+a+é+"), ("", "", ""), ("  x  ", "a", "a+"),
    (String(repeating: "1", count: 300), "9{255}", "9+"),
    // 24 runs, and one more.
    (
      String(repeating: "a1", count: 12), String(repeating: "a9", count: 12),
      String(repeating: "a+9+", count: 12)
    ),
    (String(repeating: "a1", count: 12) + "b", "", ""),
  ])
  func shapesAreRuns(_ text: String, _ shape: String, _ general: String) {
    let shaped = Shape(of: Array(text.utf8).span)
    #expect(shaped.description == shape)
    #expect(shaped.general.description == general)
  }

  /// The number types of a text are found without reading it as each of them.
  @Test(arguments: [
    "7", "-7", "+7", "007", "1.5", "-1.50", "+.5", "5.", ".", "-", "1-2", "1,5", "1,50", "1,234",
    "0,123", "1,234.5", "1.234", "1.234,5", "1.234.567", "1,234,567", "12,34,567", "1e5",
    "-1.5E-3", "1,5e3", "999999999999999999", "9999999999999999999",
    String(repeating: "9", count: 38),
  ])
  func numbersHaveTheTypesThatReadThem(_ text: String) {
    let bytes = Array(text.utf8)
    var (key, counts) = ([UInt8](), CharacterCounts())
    key.setShape(of: bytes.span, &counts)
    var found: Set<Int> = []
    Notation.forEachType(of: bytes.span, counts) { found.insert($0) }
    let expected = Notation.numberRange.filter { (try? Notation.types[$0].read(bytes.span)) != nil }
    #expect(found.filter(Notation.numberRange.contains).sorted() == expected)
  }

  static let marked: [(String, TextMarks)] = [
    ("a\u{FFFD}b", .replacement), ("CafÃ©", .twiceEncoded), ("a\u{1}", .control),
    (" a", .outerBlanks), ("a\u{A0}", .outerBlanks), ("\u{3000}a", .outerBlanks),
    ("a\u{200B}", [.outerBlanks, .invisible]), ("a\u{AD}b", .invisible), ("Café", []),
    ("Ångström Ã", []), ("a\u{A0}b", []),
  ]

  @Test(arguments: marked)
  func encodingDamageIsDetected(_ text: String, _ expected: TextMarks) {
    var (scalars, marks) = (0, TextMarks())
    Array(text.utf8).span.measure(&scalars, &marks)
    #expect(marks == expected)
    #expect(scalars == text.unicodeScalars.count)
  }

  @Test func numbersAreSummarised() {
    var numbers = NumericSummary()
    for value in 1...9 { numbers.add(Double(value), nil, weight: 2, line: value) }
    numbers.finish()
    #expect(numbers.count == 18)
    #expect(numbers.mean == 5)
    #expect(numbers.quantile(0.5) == 5)
    #expect(numbers.smallest.map(\.value) == [1, 2, 3])
    #expect(numbers.largest.map(\.value) == [9, 8, 7])
    #expect(numbers.histogram(bins: 2) == [8, 10])
  }

  /// The result does not depend on where batches end. Their columns are processed concurrently.
  @Test(arguments: [1, 63, 64, 5000])
  func batchBoundariesDoNotAffectStatistics(_ size: Int) throws {
    let rows = [["a", "b"]] + (0..<2000).map { ["\($0 % 17)", $0 % 5 == 0 ? "" : "x\($0)"] }
    let (one, other) = (try ProfiledTable(rows), try ProfiledTable(rows, batch: size))
    for (a, b) in zip(one.statistics.columns, other.statistics.columns) {
      #expect(a.positions == b.positions)
      #expect(a.empty == b.empty && a.present == b.present && a.types == b.types)
    }
    #expect(one.statistics.lines == other.statistics.lines)
  }

  /// The standard error is 0.8 %, and less for numbers below that of the registers.
  @Test func estimatesHaveTheirStandardError() {
    var random = SeededGenerator(seed: 1)
    let squares = (0..<20).map { _ in
      var sketch = HyperLogLog()
      for _ in 0..<10_000 { sketch.insert(random.next()) }
      let error = Double(sketch.estimate) / 10_000 - 1
      return error * error
    }
    #expect((squares.reduce(0, +) / 20).squareRoot() < 0.008)
  }

  /// Full registers give a raw estimate on either side of 40,960 although others are empty.
  @Test(arguments: [(8_192, 11_357), (12_288, 47_268)])
  func rawEstimatesDecideTheMethod(_ registers: Int, _ estimate: Int) {
    var sketch = HyperLogLog()
    for register in 0..<registers { sketch.insert(UInt64(register) << 50) }
    #expect(sketch.estimate == estimate)
  }

  /// Above 40,960, the raw estimate replaces linear counting; near that number it is too high.
  @Test(arguments: [0, 1, 2, 39_000, 41_000, 43_000])
  func estimatesAgreeAtTheChangeOfMethod(_ count: Int) {
    var sketch = HyperLogLog()
    var random = SeededGenerator(seed: 1)
    let hashes = (0..<count).map { _ in random.next() }
    for hash in hashes + hashes.prefix(1_000) { sketch.insert(hash) }
    #expect(abs(sketch.estimate - count) <= count * 3 / 100)
  }

  /// The order of texts: sorted, clustered, contiguous, unique. Each letter is a text.
  static let orders: [(String, [Bool])] = [
    ("", [false, false, true, false]), ("a", [false, false, true, true]),
    ("aaaa", [false, false, true, false]), ("abcd", [false, false, true, true]),
    ("aab", [false, false, true, false]), ("aabb", [true, false, true, false]),
    ("aaba", [true, false, false, false]), ("abab", [false, false, false, false]),
    ("aaabbb", [true, false, true, false]), ("aaaabbbb", [true, true, true, false]),
    ("aaaaabbbba", [true, false, false, false]),
  ]

  @Test(arguments: orders) func orderOfTextsIsDetected(_ texts: String, _ expected: [Bool]) throws {
    let column = try ProfiledTable(column: texts.map(String.init)).statistics.columns[0]
    #expect(
      [column.isOrdered, column.isClustered, column.isContiguous, column.seemsUnique] == expected)
    #expect(column.sortedGroups == (expected[0] && expected[1] ? 2 : nil))
  }

  /// The probability of the order is 2^-20 and 2^-21; the bound for two texts is 5e-7.
  @Test(arguments: [(20, false), (21, true)])
  func improbableOrderIsADrift(_ half: Int, _ drifts: Bool) throws {
    let cells = (0..<2 * half).map { $0 < half ? "a" : "b" }
    #expect(try ProfiledTable(column: cells).statistics.columns[0].changesWithinFile == drifts)
  }
}
