package import FormRules
import Foundation
import GRDB

extension Store {
  /// Returns the key of the hash used by `unique`.
  package func hashKey() throws(StoreError) -> HashKey {
    if let knownHashKey { return knownHashKey }
    let key = try read { db in
      let key = try Data.fetchOne(db, sql: "SELECT hash_key FROM store") ?? Data()
      guard let bits = Hash128(bytes: Array(key)) else {
        throw StoreError.failed(path: path, reason: "its hash key is damaged")
      }
      return HashKey(bits)
    }
    knownHashKey = key
    return key
  }
}
