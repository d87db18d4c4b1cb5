import FormBytes
import FormRules

/// A classification of the texts in a column that do not have a given type.
struct TypeExceptions {
  /// The number of cells whose text repeats and is not similar to a frequent one. Errors differ
  /// from each other; a repeated text is a category, such as `at large` among the numbers of
  /// districts.
  private(set) var categories = 0
  /// The number of cells with digits and the same shape as a value of the type.
  private(set) var sameShape = 0
  /// The number of cells that contain a date or time, recognized by its digits and the characters
  /// between them.
  private(set) var embedding = 0

  /// The minimum count, and the minimum share of present cells, from which a repeated text is a
  /// category rather than an error.
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
      if (try? type.read(text.extracting(text.trimmedRange))) != nil {
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
          let limit = max(other.length, entry.length) * Misspelling.differing / 100
          return other.count >= SimilarValues.times * entry.count && limit > 0
            && distance.between(table.bytes(of: other), text, limit: limit) != nil
        }
        if !isNear { categories += entry.count }
      }
    }
  }
}

extension Shape {
  /// The runs of digits and the characters between them, without letters: `9:9` for `12:30 p.m.`.
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
