import FormBytes
import FormRules

/// What the texts of a column are that do not have a type.
struct TypeExceptions {
  /// Cells with texts that repeat without being near a frequent one. Slips differ from each other;
  /// these are values of their own, such as `at large` among the numbers of districts.
  private(set) var categories = 0
  /// Cells that look like those of the type.
  private(set) var sameShape = 0
  /// Cells that contain a date or time, recognised by its digits and what is between them.
  private(set) var embedding = 0

  /// A text that occurs so often, and in such a share of the cells, is no slip.
  static let repeats = 5
  static let share = 0.005

  init(_ column: ColumnStatistics, _ type: FieldType) {
    let table = column.values
    var shapes: Set<Shape> = []
    var cores: [String: Int] = [:]
    var frequent: (index: Int, count: Int)?
    var others: [(index: Int, shape: Shape)] = []
    for index in table.entries.indices where table.entries[index].length <= 100 {
      let entry = table.entries[index]
      let text = table.bytes(of: entry)
      guard MissingWords.index(of: text) == nil else { continue }
      let shape = Shape(of: text)
      if (try? type.read(text.extracting(text.rangeWithoutOuterBlanks))) != nil {
        shapes.insert(shape)
        cores[shape.core, default: 0] += entry.count
        if entry.count > frequent?.count ?? 0 { frequent = (index, entry.count) }
      } else {
        others.append((index, shape))
      }
    }
    let core = cores.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? ""
    var distance = EditDistance()
    for (index, shape) in others {
      let entry = table.entries[index]
      let text = table.bytes(of: entry)
      if !core.isEmpty, shape.core != core, shape.core.contains(core) {
        embedding += entry.count
      } else if shapes.contains(shape), shape.hasDigits {
        sameShape += entry.count
      } else if entry.count >= Self.repeats,
        Double(entry.count) >= Self.share * Double(column.present), !shape.hasDigits
      {
        let isNear = table.entries.contains { other in
          let limit = max(other.length, entry.length) * NearValues.differing / 100
          return other.count >= NearValues.times * entry.count && limit > 0
            && distance.between(table.bytes(of: other), text, limit: limit) != nil
        }
        if !isNear { categories += entry.count }
      }
    }
  }
}

extension Shape {
  /// The digits, and what is between two of them, without letters: `9:9` of `12:30 p.m.`.
  fileprivate var core: String {
    var core = ""
    for (index, run) in runs.enumerated() {
      if run.symbol == Shape.digit {
        core += "9"
      } else if index > 0, index + 1 < runs.count, runs[index - 1].symbol == Shape.digit,
        runs[index + 1].symbol == Shape.digit, !run.isClass
      {
        core += String(UnicodeScalar(run.symbol))
      } else {
        core += "~"
      }
    }
    return core.split(separator: "~").joined(separator: "~")
  }
}
