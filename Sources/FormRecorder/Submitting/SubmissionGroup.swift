import FormBytes
import FormInput
import FormRules
import FormStore

/// Records with equal keys, which are judged together.
struct SubmissionGroup {
  private(set) var records: [SubmittedRecord]
  /// The positions of the requests among those that were to be stored.
  private(set) var positions: [Int]
  private var bytes: Int
  /// The number of records that were read.
  private var readCount = 0

  /// The maximum number of bytes of all records, unless there is only one.
  private static let maximumBytes = 512 << 10
  /// The maximum number of cells of all records, unless there is only one.
  private static let maximumCells = 1 << 15

  init(_ record: SubmittedRecord, at position: Int = 0) {
    (records, positions) = ([record], [position])
    bytes = record.byteCount
  }

  /// Adds a record with the same key. Returns false if the group is full.
  mutating func add(_ record: SubmittedRecord, at position: Int) -> Bool {
    let bytes = bytes + record.byteCount
    guard bytes <= Self.maximumBytes,
      (records.count + 1) * record.columnCount <= Self.maximumCells
    else { return false }
    records.append(record)
    positions.append(position)
    self.bytes = bytes
    return true
  }

  /// The first request. The others may differ from it only in what the key omits.
  var request: SubmissionRequest { records[0].request }
  var layout: IntakeLayout { records[0].layout }
  var columns: [ImportColumn] { records[0].columns }

  func needsSharedColumn(maximumNames: Int) -> Bool {
    records[0].needsSharedColumn(maximumNames: maximumNames)
  }

  /// The group with all members that are not fields in one column.
  var withSharedColumn: SubmissionGroup {
    var group = self
    group.records = records.map(\.withSharedColumn)
    return group
  }
}

/// The records of a group are read once.
extension SubmissionGroup: RecordReader {
  var header: [String] { columns.map(\.header) }

  /// Those of JSON objects, in which members may be missing.
  var detected: DetectedProperties {
    var detected = DetectedProperties()
    detected.format = .json
    return detected
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    for record in records[readCount...].prefix(maximumRecords) { record.append(to: &batch) }
    readCount += batch.records.count
    return !batch.isEmpty
  }
}

extension SubmissionGroup {
  /// What all records of a group must share.
  struct Key: Hashable {
    private let form, rules: VersionReference?
    private let source, scenario: [UInt8]?
    private let isAnonymous: Bool
    private let parameters: [UInt8]
    private let localization: ObjectIdentifier
    /// The names of the columns that are not fields.
    private let otherNames: [[UInt8]]

    init(_ request: SubmissionRequest, otherNames: [[UInt8]]) {
      (form, rules) = (request.form, request.rules)
      (source, scenario) = (request.source?.utf8Bytes, request.scenario?.utf8Bytes)
      isAnonymous = request.isAnonymous
      parameters = request.parameters.sortedJSON.utf8Bytes
      localization = request.localization.identity
      self.otherNames = otherNames
    }
  }
}

extension SubmissionRequest {
  /// - Throws: `RecorderError` if the length of the idempotency key, the operator, the reason or
  ///   the source is not valid.
  func requireStorable() throws(RecorderError) {
    try attribution.requireStorable()
    try requireNames(source: source)
    try require(
      idempotencyKey?.utf8.count, in: 1...Self.maximumKeyLength,
      "the length of an idempotency key")
  }
}

extension IdempotencyKey {
  /// The key of a request with its line and its client, or nil if the request has none.
  init?(_ request: SubmissionRequest) {
    guard let key = request.idempotencyKey else { return nil }
    self.init(key, line: request.line, client: request.client)
  }
}
