extension Judge {
  /// The key of a judged record and the hash of its fields, or nil if the form has no key or the
  /// record lacks it.
  ///
  /// - Parameter record: The record's position in the last batch, from 0.
  package func recordKey(
    _ record: Int, in bytes: Span<UInt8>
  ) -> (hash: Hash128, content: UInt64)? {
    guard let key = run.recordKey else { return nil }
    var context = context(bytes)
    context.record = record
    guard let hash = key.hash(context) else { return nil }
    return (hash, key.content(context))
  }

  /// Restricts reading to the fields of the form's key. No rule is evaluated.
  package mutating func prepareToReadKeys() {
    restrict(to: JudgeFocus(readingFields: run.recordKey?.fields ?? [], of: plan))
  }

  /// Calls a closure with the keys of the records in the last batch that have one.
  package func forEachRecordKey(
    in bytes: Span<UInt8>, _ body: (Hash128) -> Void
  ) {
    guard let key = run.recordKey else { return }
    var context = context(bytes)
    for record in 0..<recordCount {
      context.record = record
      if let hash = key.hash(context) { body(hash) }
    }
  }
}
