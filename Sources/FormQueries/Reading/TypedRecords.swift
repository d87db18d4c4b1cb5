import FormBytes
import FormInput
import FormRules

/// Reads the cells of records as values, by the types of a form's fields. The judge's own readers
/// parse them.
struct TypedRecords: ~Copyable {
  private var judge: Judge
  private var cells: [Cell] = []

  /// - Parameter hashKey: The hash key of `key`.
  init(_ form: Form, hashKey: HashKey = .random) throws(RecorderError) {
    var form = form
    // The verdicts come from the store; only the types are needed here.
    for index in form.fields.indices { form.fields[index].required = false }
    do {
      let plan = try Plan(form: form, ruleSet: RuleSet(name: form.name, form: form.name))
      judge = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0), hashKey: hashKey))
    } catch {
      throw RecorderError(error)
    }
  }

  /// Reads the well-formed records of a batch.
  ///
  /// - Parameter columns: The column of each field, or nil.
  mutating func read(_ records: RecordBatch, _ columns: [Int?]) {
    var ignored: [Int32] = []
    records.collectCells(columns, into: &cells, &ignored)
    let (cells, bytes) = (cells, records.bytes)
    judge.read(cells.span, in: bytes.span) { _ in }
  }

  /// The values of a field in the records that were read last.
  func values(ofField field: Int) -> ArraySlice<Value> { judge.values(ofField: field) }

  /// The cells of these values, without leading and trailing blanks if the field trims.
  func cells(ofField field: Int) -> ArraySlice<Cell> { judge.cells(ofField: field) }

  /// The key of a record that was read last, or nil if it has none.
  func key(_ record: Int, in records: RecordBatch) -> Hash128? {
    judge.recordKey(record, in: records.bytes.span)?.hash
  }
}
