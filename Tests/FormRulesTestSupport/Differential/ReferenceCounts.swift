import FormRules
import Foundation

/// A straightforward implementation of `depends` and `resembles`: it keeps the values of all
/// records.
struct ReferenceCounts {
  private typealias Row = (group: [[UInt8]], key: [UInt8]?, text: [UInt8])

  private let parameters: ReferenceParameters
  private let isDependency: Bool
  private let fields: [Int]
  private var rows: [Row] = []

  init(_ parameters: ReferenceParameters) {
    self.parameters = parameters
    let names = parameters.texts("on") ?? []
    isDependency = !names.isEmpty
    fields = names.compactMap { name in
      parameters.differential.form.fields.firstIndex { $0.name == name }
    }
  }

  mutating func add(_ value: Value, _ text: String, _ record: ReferenceRecord) {
    if let row = row(value, text, record) { rows.append(row) }
  }

  func answer(_ value: Value, _ text: String, _ record: ReferenceRecord) -> ReferenceCheck.Answer {
    guard let row = row(value, text, record) else { return .passes }
    return ReferenceCheck.Answer(isDependency ? contradiction(row) : resemblance(row))
  }

  private func row(_ value: Value, _ text: String, _ record: ReferenceRecord) -> Row? {
    func key(_ value: Value, _ text: String, _ field: Int) -> [UInt8]? {
      let type = parameters.differential.form.fields[field].type
      return ReferenceValues.key(
        value, ReferenceParameters.joined(text, type, record.kinds[field]))
    }
    let group = fields.map { key(record.values[$0], record.texts[$0], $0) }
    guard !group.contains(nil) else { return nil }
    return (group.compactMap { $0 }, key(value, text, parameters.field), Array(text.utf8))
  }

  private func percentage(_ name: String, _ otherwise: Int) -> Int {
    (parameters[name]?.scalar).flatMap { Int($0.dropLast()) } ?? otherwise
  }

  private func quoted(_ text: [UInt8]) -> [MessageArgument] {
    let field = parameters.differential.form.fields[parameters.field]
    return text.isEmpty || field.sensitive
      ? [] : [MessageArgument("mode", String(decoding: text, as: UTF8.self))]
  }

  private func contradiction(_ row: Row) -> Failure? {
    let group = rows.filter { $0.group == row.group }
    let counts = Dictionary(grouping: group, by: \.key).mapValues(\.count)
    let size = group.count { $0.key != nil }
    let most = counts.filter { $0.key != nil }.values.max() ?? 0
    let modes = counts.filter { $0.key != nil && $0.value == most }.keys
    let count = counts[row.key] ?? 0
    let arguments = [
      MessageArgument("count", count), MessageArgument("most", most), MessageArgument("size", size),
    ]
    guard size >= parameters.integer("atLeast") ?? 3 else { return nil }
    if modes.count > 1 {
      return parameters["ties"]?.scalar == "fail" ? Failure("depends.tie", arguments) : nil
    }
    guard let mode = modes.first, mode != row.key,
      parameters["share"]?.scalar == "plurality" || most * 100 > percentage("share", 50) * size
    else { return nil }
    let texts = group.filter { $0.key == mode && !$0.text.isEmpty }.map { shortened($0.text) }
    let least = texts.min { $0.lexicographicallyPrecedes($1) }
    let quote = quoted(least ?? [])
    if row.key == nil { return Failure("depends.missing", arguments + quote) }
    guard count == 1 || count * 100 <= percentage("minority", 25) * most else { return nil }
    return Failure("depends.minority", arguments + quote)
  }

  private func shortened(_ text: [UInt8]) -> [UInt8] {
    guard text.count > 100 else { return text }
    var end = 100
    while text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end] + Array("…".utf8)
  }

  private func resemblance(_ row: Row) -> Failure? {
    guard row.text.count <= 200 else { return nil }
    let times = parameters.integer("times") ?? 5
    let least = max(times, parameters.integer("least") ?? 4)
    let counts = Dictionary(grouping: rows, by: \.text).mapValues(\.count)
    let count = counts[row.text] ?? 1
    let similar = counts.compactMap { text, frequency -> (text: [UInt8], frequency: Int, Int)? in
      guard text.count <= 200, frequency >= least, frequency >= times * count, text != row.text,
        let distance = distance(row.text, text)
      else { return nil }
      return (text, frequency, distance)
    }
    let best = similar.min { a, b in
      if a.2 != b.2 { return a.2 < b.2 }
      if a.frequency != b.frequency { return a.frequency > b.frequency }
      return a.text.lexicographicallyPrecedes(b.text)
    }
    guard let best else { return nil }
    return Failure(
      "resembles.frequent",
      [MessageArgument("count", count), MessageArgument("most", best.frequency)]
        + quoted(best.text))
  }

  /// The distance of similar texts, or nil.
  private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int? {
    func digits(_ text: [UInt8]) -> [UInt8] { text.filter { (0x30...0x39).contains($0) } }
    guard digits(a) == digits(b), areNear(a, b) else { return nil }
    let (x, y) = (a.split(separator: 0x20), b.split(separator: 0x20))
    guard x.count != y.count || zip(x, y).allSatisfy({ areNear(Array($0), Array($1)) }) else {
      return nil
    }
    return edits(a, b)
  }

  private func areNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    edits(a, b) <= max(a.count, b.count) * 34 / 100
  }

  /// The number of insertions, deletions and replacements.
  private func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let cost = min(diagonal + (x == y ? 0 : 1), row[j + 1] + 1, row[j] + 1)
        (diagonal, row[j + 1]) = (row[j + 1], cost)
      }
    }
    return row[b.count]
  }
}
