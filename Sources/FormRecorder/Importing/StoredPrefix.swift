import FormHashing
import FormRules
import FormStore

/// The stored part of a resumed import, block by block, for comparison with its file.
///
/// It belongs to the judging thread and has its own connection.
struct StoredPrefix {
  /// Whether this version of formrec judged the stored part. If so, its errors are kept as they
  /// are, because the external data that they depend on may have changed since.
  let isSameProgram: Bool
  /// Whether the last stored block is full.
  let lastIsFull: Bool

  private let store: Store
  private let ruleCount: Int
  private let unfinished: UnfinishedImport
  private var blocks: ArraySlice<SealedBlock>

  init(
    _ unfinished: UnfinishedImport, of plan: Plan, recorder: Recorder
  ) throws(RecorderError) {
    self.unfinished = unfinished
    ruleCount = plan.rules.count
    isSameProgram = unfinished.run.program == recorder.settings.program
    lastIsFull = unfinished.openBlock.records == 0
    blocks = (unfinished.blocks + (lastIsFull ? [] : [unfinished.openBlock]))[...]
    store = try recorder.storeForReading()
  }

  /// The number of columns of the stored part.
  var columnCount: Int { unfinished.columns.count }

  /// The random salt of the next block.
  var salt: [UInt8] { blocks.first?.salt ?? Salt.random() }

  /// Whether there is another block.
  var hasMore: Bool { !blocks.isEmpty }

  /// Removes and returns the next block.
  mutating func nextBlock() -> SealedBlock? { blocks.popFirst() }

  /// The stored errors of `count` records from `first`, which counts from 1.
  func errors(_ first: Int, count: Int) throws(RecorderError) -> [PreparedBatch.ErrorRow] {
    try mappingErrors {
      var errors: [PreparedBatch.ErrorRow] = []
      var before: Int64 = 0
      for ids in unfinished.submissions(first, count: count) {
        for error in try store.errors(runID: unfinished.run.id, ids) {
          guard (0..<ruleCount).contains(error.rule) else {
            throw StoreError.altered("an error refers to a rule that is not in its plan")
          }
          errors.append(
            .init(
              record: Int32(before + error.submission - ids.lowerBound),
              rule: Int32(clamping: error.rule), code: error.code, arguments: error.arguments))
        }
        before += Int64(ids.count)
      }
      return errors
    }
  }

  /// The stored answers of services for `count` records from `first`, which counts from 1.
  func answers(_ first: Int, count: Int) throws(RecorderError) -> [PreparedBatch.Answer] {
    try mappingErrors {
      var answers: [PreparedBatch.Answer] = []
      var before: Int32 = 0
      for ids in unfinished.submissions(first, count: count) {
        for var answer in try store.answers(runID: unfinished.run.id, ids) {
          answer.record += before
          answers.append(answer)
        }
        before += Int32(ids.count)
      }
      return answers
    }
  }
}
