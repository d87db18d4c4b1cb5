import FormBytes
import FormHashing
import Foundation
import GRDB

extension WritableStore {
  /// Records and seals a comment.
  ///
  /// The caller must hold the writer lock since it found that the submission is not purged.
  ///
  /// - Returns: The comment's id, and the head of the chain.
  package func comment(
    on submission: Int64, rule: String?, text: String, at: String, _ attribution: Attribution
  ) throws(StoreError) -> (comment: Int64, head: String) {
    let salt = Salt.random()
    let digest = StoredComment.digest(salt: salt, text: Array(text.utf8))
    return try write { db in
      let comment = try db.insertRow(
        into: "comment",
        [
          "submission": submission, "rule": rule, "text": text, "salt": Data(salt),
          "digest": Data(digest),
        ])
      let head = try Ledger.append(db, .comment, subject: comment, at: at, attribution: attribution)
      return (comment, head.hexadecimal)
    }
  }
}
