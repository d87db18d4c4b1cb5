import FormBytes
import FormInput
import FormRules
import FormStore

/// Finds the submissions of a record by the key of its form, in the index of keys.
///
/// The index is used only if it gives the same result as a scan of all submissions: all versions of
/// the form have the same key, and at most one column ever mapped to each of its fields.
struct KeySearch {
  private let store: Store
  private let form: StoredVersion
  private let key: Hash128

  /// Returns nil if all submissions must be scanned.
  init?(
    _ conditions: [RecordSearch.Condition], fields: SearchedFields, form: StoredVersion,
    versions: [Form], in store: Store
  ) throws {
    guard let latest = versions.last, !latest.key.isEmpty,
      conditions.count == latest.key.count,
      Set(conditions.map(\.field)) == Set(latest.key),
      // The key of a masked number was computed from the number, not from the mask.
      !conditions.contains(where: { $0.value.contains("*") }),
      versions.allSatisfy({ $0.key == latest.key && $0.hasSameKeyTypes(as: latest) }),
      fields.hasSingleColumns,
      let key = try Self.key(conditions, latest, hashKey: try store.hashKey())
    else { return nil }
    self.store = store
    self.form = form
    self.key = key
  }

  /// The key of a record with these values, or nil if a value does not have its field's type.
  private static func key(
    _ conditions: [RecordSearch.Condition], _ form: Form, hashKey: HashKey
  ) throws -> Hash128? {
    var typed = try TypedRecords(form, hashKey: hashKey)
    var records = RecordBatch()
    let texts = JSON.array(conditions.map { .string($0.value) }).text
    try StoredCells.append(Array(texts.utf8).span, to: &records)
    let columns = form.fields.map { field in
      conditions.firstIndex { $0.field == field.name }
    }
    typed.read(records, columns)
    return typed.key(0, in: records)
  }

  /// The submissions with the key. Takes a few index lookups.
  func matches() throws -> [Int64] {
    try store.submissions(withKey: key, formID: form.definitionID)
  }
}

extension Form {
  /// Whether the fields of the key have the same types as in another version.
  fileprivate func hasSameKeyTypes(as other: Form) -> Bool {
    key.allSatisfy { name in
      guard let own = fieldIndex(name), let others = other.fieldIndex(name) else { return false }
      return fields[own].type == other.fields[others].type
        && fields[own].trim == other.fields[others].trim
    }
  }
}
