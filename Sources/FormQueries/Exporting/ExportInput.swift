import FormBytes
import FormHashing
package import FormRules
package import FormStore

/// The submissions that a request selects, with the data that the formats need. Their batches are
/// read later, as they were when the input was created.
package struct ExportInput {
  let store: Store
  let request: ExportRequest
  let filter: SubmissionFilter
  package let segments: [VerdictSegment]
  /// The origins of submissions, by import.
  let origins: [Int64: ImportOrigin]
  /// The descriptions of rules, by plan.
  let descriptions: [Int64: PlanDescription]
  /// The latest versions of the forms, by name. Their fields name the columns.
  package let forms: [String: Form]
  /// The column masks, by form.
  let masks: [String: ColumnMasks]
  private let rules: [Int64: FailedRule]?
  /// The segments of the selection, also purged ones.
  private let withPurged: [VerdictSegment]
  /// The state of the store when `segments` were read.
  private let state: SelectionState
  /// The number of the last event when `segments` were read.
  private let lastEvent: Int64

  package init(_ store: Store, _ request: ExportRequest) throws {
    try request.requireOptionsOfFormat()
    self = try store.snapshot { try ExportInput(selecting: request, in: store) }
  }

  /// Reads everything in the state of the transaction that is open.
  private init(selecting request: ExportRequest, in store: Store) throws {
    self.store = store
    self.request = request
    filter = try request.selection.filter(in: store)
    (state, lastEvent) = (try store.selectionState(), try store.lastEvent())
    let selected = try store.verdictSegments(filter, withPurged: true)
    withPurged = request.range.map { selected.parts(in: $0) } ?? selected
    segments = try store.partsWithCells(of: withPurged)
    rules = try request.selection.failedRules(withPurged, in: store)
    origins = try store.importOrigins(filter)
    descriptions = try PlanDescription.ofPlans(
      segments.map(\.planID), in: request.localization, of: store)
    forms = Dictionary(
      uniqueKeysWithValues: try store.latestVersions(of: .form).map { ($0.name, try $0.form()) })
    masks =
      request.isMasked
      ? try ColumnMasks.byForm(judgedUnder: descriptions.values.map(\.form), of: store) : [:]
  }

  /// Returns the description of the rules of one of `segments`. `init` has read all descriptions.
  func description(_ segment: VerdictSegment) -> PlanDescription { descriptions[segment.planID]! }

  /// Returns the name of the form of a segment's submissions.
  func form(_ segment: VerdictSegment) -> String { description(segment).form.name }

  /// Returns the parts in the order of their first submission, with the names of their files.
  func parts(by grouping: ExportGrouping) throws -> [(name: String, segments: [VerdictSegment])] {
    var indices: [String: Int] = [:]
    var parts: [(name: String, segments: [VerdictSegment])] = []
    for segment in try grouping == .source ? store.partsBySource(of: segments) : segments {
      let origin = origins[segment.importID]
      let value =
        switch grouping {
        case .source: segment.source ?? origin?.source
        case .batchLabel: origin?.batchLabel
        case .import: String(segment.importID)
        case .form: origin?.form
        }
      let stem = value.map { "\(grouping.rawValue)-\($0.asFileName)" } ?? "no-\(grouping.rawValue)"
      let name = "\(stem).\(request.format.rawValue)"
      if let index = indices[name] {
        parts[index].segments.append(segment)
      } else {
        indices[name] = parts.count
        parts.append((name, [segment]))
      }
    }
    return parts
  }

  /// Returns the number of submissions that would be chosen if they were not purged now.
  func purgedCount() throws -> Int {
    var count = 0
    for segment in try store.purgedParts(of: withPurged)
    where rules == nil || rules?[segment.planID] != nil {
      var verdicts = request.scope.filter
      verdicts.rule = rules?[segment.planID]
      if verdicts.isUnreplaced { verdicts.state = state }
      count += try store.countJudged(segment, verdicts, after: 0)
    }
    return count
  }

  /// Call this after the submissions of some segments have been read.
  ///
  /// - Throws: `RecorderError` if an import of their forms was retracted or reinstated since
  ///   `segments` were read. Batches that were read later then include submissions that were
  ///   replaced before, beside those that replaced them. A later attempt may succeed.
  func requireNoRetraction(of segments: [VerdictSegment]) throws {
    guard request.scope.filter.isUnreplaced else { return }
    let end = try store.lastEvent()
    for form in Set(segments.map { self.form($0) }) {
      let retractions = StoredEvent.Filter(kinds: [.retraction, .reinstatement], form: form)
      let events = try store.events(retractions, after: lastEvent, through: end, limit: 1)
      guard let event = events.first else { continue }
      let change = event.kind == .retraction ? "retracted" : "reinstated"
      throw RecorderError(
        .busy(process: nil),
        "import \(event.import?.id ?? 0) was \(change) during the export, which may contain two "
          + "submissions of a record; export again")
    }
  }

  /// Returns a reader of the chosen submissions of some segments.
  package func reader(_ segments: [VerdictSegment], layouts: [Int64: Int] = [:]) -> SubmissionReader
  {
    var reader = SubmissionReader(segments, request.scope, rules: rules, layouts: layouts)
    (reader.omitsPurged, reader.state) = (true, state)
    return reader
  }
}

/// The columns of the imports in a file; imports with the same columns share a layout.
package struct ExportLayouts {
  package private(set) var all: [(form: String, columns: DisplayColumns)] = []
  package private(set) var ofImport: [Int64: Int] = [:]

  package init(_ input: ExportInput, _ segments: [VerdictSegment]) throws {
    for segment in segments where ofImport[segment.importID] == nil {
      let form = input.form(segment)
      let columns = try input.store.columns(ofImport: segment.importID)
      let known = all.firstIndex { $0.form == form && $0.columns.columns == columns }
      ofImport[segment.importID] = known ?? all.count
      if known == nil {
        all.append(
          (form, DisplayColumns(columns, input.masks[form] ?? .none, namedBy: input.forms[form])))
      }
    }
  }

  /// Returns the layout of a segment's import, as a position in `all`. `init` received the segment.
  func layout(_ segment: VerdictSegment) -> Int { ofImport[segment.importID]! }

  /// Returns the columns of a segment's import.
  func columns(_ segment: VerdictSegment) -> DisplayColumns { all[layout(segment)].columns }
}

extension String {
  /// The text as part of a file name: letters, digits, dots, hyphens and underscores are unchanged,
  /// and other bytes become `%XX`. A long text is truncated and made unique by a digest.
  fileprivate var asFileName: String {
    var name = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%" + [byte].hexadecimal
      }
    }
    guard name.utf8.count > 150 else { return name }
    return name.prefix(100) + "-" + Digest.hexadecimal(of: self).prefix(32)
  }
}
