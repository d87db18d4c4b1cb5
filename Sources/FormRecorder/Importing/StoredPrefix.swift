import FormRules
import FormStore

/// What is stored of an import that is resumed, block by block, to compare its file with.
///
/// It belongs to the thread that judges, and has a connection of its own.
struct StoredPrefix {
  /// Whether this version of formrec judged it. Then its errors stand as they are: what they depend
  /// on outside of the file may have changed since.
  let isSameProgram: Bool
  /// Whether the last block that is stored is a full one.
  let lastIsFull: Bool

  private let store: Store
  private let ruleCount: Int
  private let unfinished: UnfinishedImport
  private var blocks: ArraySlice<SealedBlock>

  init(
    _ unfinished: UnfinishedImport, of plan: Plan, program: String, database: String
  ) throws(RecorderError) {
    self.unfinished = unfinished
    ruleCount = plan.rules.count
    isSameProgram = unfinished.program == program
    lastIsFull = unfinished.openBlock.records == 0
    blocks = (unfinished.blocks + (lastIsFull ? [] : [unfinished.openBlock]))[...]
    store = try explaining { try Store(readingAt: database) }
  }

  /// The random bytes of the block that comes next.
  var salt: [UInt8] { blocks.first?.salt ?? BlockHasher.newSalt() }

  /// Whether there is a further block.
  var hasMore: Bool { !blocks.isEmpty }

  /// The next block.
  mutating func takeBlock() -> SealedBlock? { blocks.popFirst() }

  /// The stored errors of some records; these count from 1.
  func errors(_ first: Int, count: Int) throws(RecorderError) -> [PreparedBatch.Error] {
    try explaining {
      var errors: [PreparedBatch.Error] = []
      var before: Int64 = 0
      for ids in unfinished.submissions(first, count: count) {
        for error in try store.errors(run: unfinished.run, ids) {
          guard (0..<ruleCount).contains(error.rule) else {
            throw StoreError.damaged("an error is of a rule that its plan does not have")
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

  /// What services said of some records when they were judged; these count from 1.
  func answers(_ first: Int, count: Int) throws(RecorderError) -> [PreparedBatch.Answer] {
    try explaining {
      var answers: [PreparedBatch.Answer] = []
      var before: Int32 = 0
      for ids in unfinished.submissions(first, count: count) {
        for var answer in try store.answers(run: unfinished.run, ids) {
          answer.record += before
          answers.append(answer)
        }
        before += Int32(ids.count)
      }
      return answers
    }
  }
}
