/// Writes the content of a store in a canonical order that does not depend on the order of arrival.
///
/// Omits times, paths and row ids.
extension Store {
  /// Writes the content as lines of JSON, in pieces.
  ///
  /// Memory does not depend on the number of submissions, except for the submissions of an intake.
  package func dump(_ write: @escaping ([UInt8]) throws -> Void) throws(StoreError) {
    try read { db in
      var dump = try StoreDump(db: db, write: write)
      try dump.definitions()
      try dump.imports()
      try dump.corrections()
      try dump.decisions()
      try dump.assignments()
      try dump.comments()
      try dump.flush()
    }
  }
}
