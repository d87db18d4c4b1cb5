import FormBytes

/// Counts the shapes of a column's texts, at most 1,024 of them. Shapes contain the lengths of
/// their runs as long as they fit, and runs of any length after that.
package struct ShapeCounts: Sendable {
  private static let maximumShapes = 1024

  private var table = ByteCounts(maximumEntries: maximumShapes, maximumBytes: 1 << 17)
  /// Whether shapes no longer contain the lengths of their runs.
  package private(set) var isGeneral = false
  /// The number of texts that have no shape or exceed the maximum.
  package private(set) var rest = 0

  /// Counts a shape.
  ///
  /// - Parameter key: A key of `setShape(of:_:)`.
  mutating func add(_ key: [UInt8], count: Int, record: Int, line: Int) {
    guard !key.isEmpty else {
      rest += count
      return
    }
    guard !isGeneral else { return addGeneral(key, count: count, record: record, line: line) }
    if add(exact: key.span, count: count, record: record, line: line) { return }
    isGeneral = true
    let shapes = table
    table = ByteCounts(maximumEntries: Self.maximumShapes, maximumBytes: 1 << 17)
    for entry in shapes.entries {
      let span = shapes.bytes(of: entry)
      var key: [UInt8] = []
      key.append(span)
      addGeneral(
        key, count: entry.count, record: entry.firstRecord, line: entry.firstLine)
    }
    addGeneral(key, count: count, record: record, line: line)
  }

  private mutating func addGeneral(_ key: [UInt8], count: Int, record: Int, line: Int) {
    var key = key
    for index in stride(from: 1, to: key.count, by: 2)
    where Shape.Run(symbol: key[index - 1], length: 1).isClass { key[index] = 0 }
    if !add(exact: key.span, count: count, record: record, line: line) { rest += count }
  }

  private mutating func add(
    exact key: Span<UInt8>, count: Int, record: Int, line: Int
  ) -> Bool {
    let hash = key.stableHash
    if let index = table.index(of: key, hash: hash) {
      table.add(count, to: index)
    } else {
      guard !table.isFull else { return false }
      _ = table.insert(key, hash: hash, count: count, record: record, line: line)
    }
    return true
  }

  /// The shapes, most frequent first. Equally frequent shapes are in the order of the file.
  package var sorted: [(shape: Shape, count: Int, firstLine: Int)] {
    table.entries.sorted { ($1.count, $0.firstRecord) < ($0.count, $1.firstRecord) }
      .map { (Shape(key: table.bytes(of: $0)), $0.count, $0.firstLine) }
  }
}
