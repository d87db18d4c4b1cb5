package import FormRules
import Foundation
import GRDB

/// A batch of judged records for the store: their cells as JSON, and their errors.
///
/// The judging thread fills it, the writing thread writes it, and it is then reused.
///
/// Safe to send between threads because only one thread uses it at a time.
package final class PreparedBatch: @unchecked Sendable {
  /// The records' cells as JSON arrays, concatenated.
  package var text: [UInt8] = []
  /// The end of each record's JSON in `text`.
  package var ends: [Int] = []
  /// For each record, the submission that contains equal cells, or 0. Empty if there is none.
  var originals: [Int64] = []
  /// The physical line on which each record starts.
  package var lines: [Int64] = []
  /// The errors, ordered by record and rule.
  package var errors: [ErrorRow] = []
  /// The records that the reader could not parse.
  package var malformed: [Malformed] = []
  /// The external keys of the records that have one.
  package var recordKeys: [HashedKey] = []
  /// The answers of services, ordered by record, rule and request key.
  package var answers: [Answer] = []
  /// The keys of accepted records under rules `unique: ever`.
  package var uniqueKeys: [UniqueKey] = []
  /// For each record, the submission that it corrects. Empty if none corrects another.
  package var corrects: [Int64] = []
  /// The columns that first appear in these records.
  package var newColumns: [ImportColumn] = []
  /// The block that ends with this batch, if any.
  package var fullBlock: SealedBlock?
  /// The block that is not yet full after this batch.
  package var openBlock: SealedBlock?

  package init() {}

  /// The number of records.
  package var count: Int { ends.count }

  /// The approximate size in bytes.
  package var weight: Int { text.count + errors.count * MemoryLayout<ErrorRow>.stride }

  /// Empties the batch. Keeps its memory, unless long records or many errors made it large.
  package func removeAll() {
    text.removeAll(keepingCapacity: text.capacity < 1 << 18)
    ends.removeAll(keepingCapacity: true)
    originals.removeAll(keepingCapacity: true)
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

  /// A failed rule.
  package struct ErrorRow: Sendable, Equatable {
    /// The index of the record in the batch, from 0.
    package var record: Int32
    /// The rule's position in the plan.
    package var rule: Int32
    /// The code, if it differs from the rule's default.
    package var code: String?
    /// A JSON object with the message parameters that the rule itself does not provide.
    package var arguments: String?

    package init(record: Int32, rule: Int32, code: String?, arguments: String?) {
      self.record = record
      self.rule = rule
      self.code = code
      self.arguments = arguments
    }
  }

  /// A record that the reader could not parse.
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

    /// Stores the bytes of a submission's record and the position of the error.
    func insert(_ db: Database, submission: Int64) throws {
      try db.cachedStatement(
        sql: """
          INSERT INTO malformed (submission, raw, line, "column", byte) VALUES (?, ?, ?, ?, ?)
          """
      ).execute(arguments: [submission, Data(raw), line, column, byte])
    }
  }

  /// The external key of a record: its hash, and the hash of all fields.
  package struct HashedKey: Sendable, Equatable {
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

  /// The answer of a service for a rule `remote`.
  package struct Answer: Sendable, Equatable {
    /// The index of the record in the batch, from 0.
    package var record: Int32
    /// The rule's position in the plan.
    package var rule: Int32
    /// The hash of the request, keyed with the store's hash key.
    package var key: Hash128
    package var outcome: AnswerOutcome

    package init(record: Int32, rule: Int32, key: Hash128, outcome: AnswerOutcome) {
      self.record = record
      self.rule = rule
      self.key = key
      self.outcome = outcome
    }

    /// The sort key of answers, as numbers of the store.
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

    package init(record: Int32, rule: Int32, hash: Int64) {
      self.record = record
      self.rule = rule
      self.hash = hash
    }
  }
}
