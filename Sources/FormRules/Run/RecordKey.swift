import FormBytes

/// The key that identifies a record outside of formrec: the values of the form's `key` fields. A
/// later delivery with the same key replaces the earlier one.
///
/// The key includes the names of the form and of its key fields, so deliveries under different key
/// fields are not compared.
package struct RecordKey: Sendable {
  /// The positions of the fields, in the order of the form's `key`. Never empty.
  let fields: [Int]
  private let names: [UInt8]
  /// Hashes of the names of all fields.
  private let fieldNames: [UInt64]

  /// Returns nil if the form has no key.
  init?(_ form: Form) {
    fields = form.key.compactMap(form.fieldIndex)
    guard !fields.isEmpty, fields.count == form.key.count else { return nil }
    names = Array(([form.name] + form.key).joined(separator: "\u{0}").utf8)
    fieldNames = form.fields.map { field in
      var hasher = SipHasher128(key: HashKey(0, 0))
      hasher.combine(Array(field.name.utf8).span)
      return hasher.finalize().low
    }
  }

  /// The keyed hash of a record's key, by value as for `unique`, or nil if one of the fields is
  /// missing, empty or not of its type.
  func hash(_ record: borrowing RecordContext) -> Hash128? {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    hasher.combine(names.span)
    return hasher.combine(record, fields) ? hasher.finalize() : nil
  }

  /// A keyed hash of the texts of all fields. It is equal for a record that is delivered again
  /// unchanged, in any order of columns.
  func content(_ record: borrowing RecordContext) -> UInt64 {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    for (field, name) in fieldNames.enumerated() {
      guard record.kind(of: field) != .missing else { continue }
      hasher.combine(name)
      hasher.combine(record.text(of: field))
    }
    return hasher.finalize().low
  }
}
