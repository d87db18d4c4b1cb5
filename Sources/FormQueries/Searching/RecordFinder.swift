import FormRules
package import FormStore

/// Finds all submissions of one record or person.
package struct RecordFinder {
  private let recorder: Recorder
  private let store: Store
  private let shouldStop: () -> Bool

  package init(_ recorder: Recorder, _ store: Store, shouldStop: @escaping () -> Bool = { false }) {
    self.recorder = recorder
    self.store = store
    self.shouldStop = shouldStop
  }

  /// The reason why each submission is found, by number.
  package func find(_ search: RecordSearch) throws -> [Int64: FoundSubmission.Reason] {
    guard !search.conditions.isEmpty, !search.conditions.contains(where: \.value.isEmpty) else {
      throw RecorderError(.usage, "a search requires a field with a value")
    }
    let form = try recorder.resolve(search.form.flatMap { VersionReference($0) }, in: store)
    if let fields = search.keyFields { try Self.require(fields, of: try form.form()) }
    var reasons = try matches(search, form)
    func add(_ found: [RelatedSubmission], _ reason: (Int64) -> FoundSubmission.Reason) {
      for related in found where reasons[related.submission] == nil {
        reasons[related.submission] = reason(related.of)
      }
    }
    let direct = reasons.keys.joinedRanges
    add(try store.deliveries(of: direct)) { .delivery(of: $0) }
    let delivered = reasons.keys.joinedRanges
    add(try store.corrections(inChainsOf: delivered)) { .correction(of: $0) }
    return reasons
  }

  /// - Throws: `RecorderError` if the fields are not those of the form's key.
  private static func require(_ fields: [String], of form: Form) throws(RecorderError) {
    let headers = HeaderIndex(form)
    let positions = Set(fields.map { form.fieldIndex($0) ?? headers[$0] })
    guard !form.key.isEmpty, positions == Set(form.key.map(form.fieldIndex)) else {
      throw RecorderError(
        .usage,
        form.key.isEmpty
          ? "form '\(form.name)' has no key; search by other values"
          : "the key of form '\(form.name)' consists of \(form.key.joined(separator: ", ")); "
            + "specify all of these fields and no others")
    }
  }

  /// The submissions that have the values themselves.
  private func matches(
    _ search: RecordSearch, _ form: StoredVersion
  ) throws -> [Int64: FoundSubmission.Reason] {
    let conditions = search.conditions
    let versions = try store.allVersions(of: .form, named: form.name).map { try $0.form() }
    let masks =
      search.showsSensitive
      ? .none : try ColumnMasks(form: form.name, judgedUnder: versions, of: store)
    let layouts = try store.layouts(formID: form.definitionID)
    let fields = try SearchedFields(
      conditions, versions: versions, layouts: layouts, masks: masks)
    var reasons: [Int64: FoundSubmission.Reason] = [:]
    if !masks.masksMalformed {
      let malformed = MalformedSearch(conditions)
      try store.forEachMalformed(formID: form.definitionID) { id, raw, cells in
        if let reason = malformed.reason(raw: raw, cells: cells) { reasons[id] = reason }
      }
    }
    if let search = try KeySearch(
      conditions, fields: fields, form: form, versions: versions, in: store)
    {
      for id in try search.matches() { reasons[id] = .value }
      return reasons
    }
    let searched = try store.searchedSubmissions(formID: form.definitionID)
    let searches = try searched.layouts.map { try CellSearch(conditions, fields, layout: $0) }
    var parsed = ParsedBatch()
    for (ids, layout) in searched.ranges {
      guard let search = searches[layout] else { continue }
      var rest: ClosedRange? = ids
      while try parsed.read(&rest, from: store) {
        if shouldStop() { throw RecorderError(.stopped, "stopped before the end of the search") }
        for id in search.matches(parsed) { reasons[id] = .value }
      }
    }
    return reasons
  }
}
