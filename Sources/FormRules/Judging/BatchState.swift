import FormBytes

/// The records of the batch that a judge evaluates, and what evaluation has found so far.
///
/// `begin` is the only way to change the number of records, and prepares everything for them. The
/// memory is reused and only grows.
struct BatchState {
  /// The number of records, which is the number of elements per column.
  private(set) var height = 0
  /// The cells by column: for each field, the cells of all records.
  var cells: [Cell] = []
  /// The values of these cells.
  var values: [Value] = []
  /// For each field, the records that have a value of its type.
  var present: [Int32] = []
  /// The number of these records, by field.
  var presentCounts: [Int] = []
  /// Whether each record contains a masked payment card number. Empty if none does.
  var masked: [Bool] = []
  /// Whether evaluation has stopped, by record and field; the last column is for record rules.
  var stopped: RecordFlags
  /// Whether a rule has passed, by record and rule.
  var passed: RecordFlags
  /// The errors in the order in which they were found.
  var errors: [JudgedError] = []
  /// The position of the next error of each record while errors are sorted.
  private var offsets: [Int] = []

  init(_ plan: Plan) {
    stopped = RecordFlags(width: plan.usesStops ? plan.fields.count + 1 : 0)
    passed = RecordFlags(width: plan.usesNeeds ? plan.rules.count : 0)
  }

  /// Discards the records of the preceding batch.
  ///
  /// - Parameters:
  ///   - cells: The number of cells of all records.
  ///   - width: The number of cells of each record.
  mutating func begin(cells count: Int, width: Int) {
    height = width == 0 ? 0 : count / width
    if values.count < count {
      values = Array(repeating: .missing, count: count)
      cells = Array(repeating: .missing, count: count)
      present = Array(repeating: 0, count: count)
    }
    presentCounts.removeAll(keepingCapacity: true)
    presentCounts.append(contentsOf: repeatElement(0, count: width))
    masked.removeAll(keepingCapacity: true)
    stopped.begin(records: height)
    passed.begin(records: height)
    errors.removeAll(keepingCapacity: true)
  }

  /// Replaces the elements of an array by the errors, in the order of record and rule.
  ///
  /// Types are evaluated before rules, and rules one after the other, so a counting sort puts
  /// errors in the order of records, and the few out of order within a record are then moved.
  mutating func sortErrors(into sorted: inout [JudgedError]) {
    sorted.removeAll(keepingCapacity: true)
    guard !errors.isEmpty else { return }
    offsets.removeAll(keepingCapacity: true)
    offsets.append(contentsOf: repeatElement(0, count: height + 1))
    for error in errors { offsets[Int(error.record) + 1] += 1 }
    for index in 1...height { offsets[index] += offsets[index - 1] }
    sorted.append(contentsOf: repeatElement(errors[0], count: errors.count))
    for error in errors {
      sorted[offsets[Int(error.record)]] = error
      offsets[Int(error.record)] += 1
    }
    for index in sorted.indices.dropFirst() {
      var position = index
      while position > 0, sorted[position - 1].record == sorted[position].record,
        sorted[position - 1].rule > sorted[position].rule
      {
        sorted.swapAt(position - 1, position)
        position -= 1
      }
    }
  }
}

/// Flags of each record, all false at first. A plan that does not need them has none (width 0):
/// they are always false, and setting one has no effect.
struct RecordFlags {
  /// The number of flags of each record.
  let width: Int
  private var flags: [Bool] = []

  init(width: Int) { self.width = width }

  var areUsed: Bool { width > 0 }

  mutating func begin(records: Int) {
    guard areUsed else { return }
    flags.removeAll(keepingCapacity: true)
    flags.append(contentsOf: repeatElement(false, count: records * width))
  }

  subscript(record: Int, flag: Int) -> Bool {
    get { areUsed && flags[record * width + flag] }
    set { if areUsed { flags[record * width + flag] = newValue } }
  }
}
