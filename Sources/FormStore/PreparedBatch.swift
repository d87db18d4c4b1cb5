package import FormRules

/// Judged records on their way to the store: their cells as JSON, and what is wrong with them. Made
/// by the judging thread, written by the writing thread, and used again.
///
/// Safe to hand between threads because one thread has it at a time.
package final class PreparedBatch: @unchecked Sendable {
  /// The records' cells as JSON arrays, one behind the other.
  package var text: [UInt8] = []
  /// Where each record's JSON ends in `text`.
  package var ends: [Int] = []
  /// The physical line on which each record starts.
  package var lines: [Int64] = []
  /// What is wrong, in order of record and rule.
  package var errors: [Error] = []
  /// The records that the reader could not take apart.
  package var malformed: [Malformed] = []
  /// What identifies the records in the outside world, of those that have such a key.
  package var recordKeys: [RecordKey] = []
  /// What services said of the records, in order of record, rule and question.
  package var answers: [Answer] = []
  /// Keys of accepted records for `unique: ever`.
  package var uniqueKeys: [UniqueKey] = []
  /// For each record the submission that it corrects; empty when they correct none.
  package var corrects: [Int64] = []
  /// Columns that these records brought for the first time.
  package var newColumns: [Column] = []
  /// The block that ends with this batch, if one does.
  package var fullBlock: SealedBlock?
  /// The block that is not full after this batch.
  package var openBlock: SealedBlock?

  package init() {}

  /// How many records there are.
  package var count: Int { ends.count }

  /// About how many bytes it holds.
  package var weight: Int { text.count + errors.count * MemoryLayout<Error>.stride }

  /// Empties the batch and keeps its memory, unless long records or many errors made it large.
  package func removeAll() {
    text.removeAll(keepingCapacity: text.capacity < 1 << 18)
    ends.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    errors.removeAll(keepingCapacity: errors.capacity <= 1 << 14)
    malformed.removeAll(keepingCapacity: true)
    recordKeys.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
    uniqueKeys.removeAll(keepingCapacity: true)
    corrects.removeAll(keepingCapacity: true)
    newColumns.removeAll(keepingCapacity: true)
    fullBlock = nil
    openBlock = nil
  }

  /// One failed rule.
  package struct Error: Sendable, Equatable {
    /// The record's place in the batch, from 0.
    package var record: Int32
    /// The rule's position in the plan.
    package var rule: Int32
    /// The code, when it is not the rule's usual one.
    package var code: String?
    /// A JSON object of what the message needs beyond the rule's own arguments.
    package var arguments: String?

    package init(record: Int32, rule: Int32, code: String?, arguments: String?) {
      self.record = record
      self.rule = rule
      self.code = code
      self.arguments = arguments
    }
  }

  /// A record that the reader could not take apart.
  package struct Malformed: Sendable {
    package var record: Int32
    package var raw: [UInt8]
    package var line: Int
    package var column: Int
    package var byte: Int

    package init(record: Int32, raw: [UInt8], line: Int, column: Int, byte: Int) {
      self.record = record
      self.raw = raw
      self.line = line
      self.column = column
      self.byte = byte
    }
  }

  /// What identifies a record in the outside world: its hash, and that of all its fields.
  package struct RecordKey: Sendable, Equatable {
    package var record: Int32
    /// `Hash128.storedKey`.
    package var hash: Int64
    package var content: UInt32

    package init(record: Int32, hash: Int64, content: UInt32) {
      self.record = record
      self.hash = hash
      self.content = content
    }
  }

  /// What a service said for a rule `remote`.
  package struct Answer: Sendable, Equatable {
    /// The record's place in the batch, from 0.
    package var record: Int32
    /// The rule's position in the plan.
    package var rule: Int32
    /// The question, under the store's hash key.
    package var key: Hash128
    package var outcome: RemoteOutcome

    package init(record: Int32, rule: Int32, key: Hash128, outcome: RemoteOutcome) {
      self.record = record
      self.rule = rule
      self.key = key
      self.outcome = outcome
    }

    /// What answers stand in the order of, as numbers of the store.
    package var order: (Int32, Int32, Int64, Int64) {
      (record, rule, Int64(bitPattern: key.high), Int64(bitPattern: key.low))
    }
  }

  /// The key of an accepted record under a rule `unique: ever`.
  package struct UniqueKey: Sendable {
    package var record: Int32
    /// The rule's position in the plan.
    package var rule: Int32
    /// `Hash128.storedKey`.
    package var hash: Int64
    /// Whether another accepted record may have it too.
    package var mayRepeat: Bool

    package init(record: Int32, rule: Int32, hash: Int64, mayRepeat: Bool) {
      self.record = record
      self.rule = rule
      self.hash = hash
      self.mayRepeat = mayRepeat
    }
  }

  /// A column of an import, and the field that it fills.
  package struct Column: Sendable, Hashable {
    package var header: String
    package var field: String?

    package init(header: String, field: String?) {
      self.header = header
      self.field = field
    }
  }
}
