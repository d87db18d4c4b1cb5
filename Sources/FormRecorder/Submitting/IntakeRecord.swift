import FormInput
import FormRules
import FormStore

/// The columns that all intakes of a form have: one for each field.
struct IntakeLayout {
  let form: Form
  let columns: [PreparedBatch.Column]
  /// Without columns. Maps names to fields.
  let mapping: ColumnMapping
  /// The positions of the fields by their names in UTF-8.
  private let fields: [[UInt8]: Int]

  init(_ form: Form) throws(RecorderError) {
    self.form = form
    columns = form.fields.map { .init(header: $0.name, field: $0.name) }
    mapping = try ColumnMapping(form: form)
    fields = Dictionary(
      form.fields.enumerated().map { (Array($0.element.name.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The field that a name means, or nil.
  func field(of name: [UInt8]) -> Int? {
    fields[name] ?? mapping.field(ofKey: String(decoding: name, as: UTF8.self))
  }

  /// The column that contains all members of a record that are not fields, as a JSON object, if
  /// they cannot have columns of their own.
  var sharedColumn: PreparedBatch.Column {
    var name = "_unknown"
    while field(of: Array(name.utf8)) != nil { name += "_" }
    return .init(header: name, field: nil)
  }
}

/// A record, and the columns in which it is stored.
///
/// They follow from the record and its form alone, so that a record costs the same whatever other
/// records contain.
struct IntakeRecord {
  /// The record as a reader reads it: without members that are not stored.
  private(set) var content: [UInt8]
  /// The stored names that are not fields, in UTF-8 and the order of the intake's columns. Texts
  /// can be equal although their bytes differ.
  private(set) var otherNames: [[UInt8]] = []
  /// The names that are not fields and whose values are not null, in the order of the record.
  private(set) var unknownFields: [String] = []
  /// Whether the content is one JSON object without repeated fields. If it is not, reading it gives
  /// the reason.
  private(set) var isObject = true

  let layout: IntakeLayout
  /// The stored members that are not fields, in the order of the intake's columns, as JSON.
  private var others: [[UInt8]] = []
  /// The members that are fields, as JSON.
  private var fields: [[UInt8]] = []

  /// - Throws: `RecorderError` if the form refuses a name, if no name is a field, or if a text
  ///   contains a NUL character, which returned files cannot contain.
  init(_ request: SubmitRequest, _ layout: IntakeLayout) throws(RecorderError) {
    self.layout = layout
    content = request.content(for: layout.form)
    if content.starts(with: [0xEF, 0xBB, 0xBF]) { content.removeFirst(3) }
    // Nil if the content is not an object: the record is malformed.
    guard let members = try? JSONObjectMembers(content.span).all else {
      isObject = false
      return
    }
    guard !content.containsEscapedNUL else {
      throw RecorderError(
        .refused, "the record contains a NUL character (\\u0000); nothing was stored")
    }
    let positions = members.map { layout.field(of: $0.name) }
    let known = positions.compactMap(\.self)
    isObject = Set(known).count == known.count
    if known.count == members.count { return }
    try requireKnown(members, hasField: !known.isEmpty)
    separate(members, positions)
  }

  private func requireKnown(
    _ members: [JSONObjectMembers.Member], hasField: Bool
  ) throws(RecorderError) {
    guard !hasField || layout.mapping.unknown == .refuse else { return }
    var mapping = layout.mapping
    try mapping.add(keys: members.lazy.map(\.text))
    try mapping.requireKnownColumns(.json)
    if !hasField {
      throw mapping.unknownKeys(list: members.first { isList(content[$0.value]) }?.text)
    }
  }

  /// Whether a value is an array of objects.
  private func isList(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "[")
      && value.dropFirst().first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// Separates the members that are not fields from the others.
  private mutating func separate(_ members: [JSONObjectMembers.Member], _ positions: [Int?]) {
    var others: [(name: [UInt8], json: [UInt8])] = []
    for (member, position) in zip(members, positions) {
      let json = Array("\(JSON.string(member.text).text):".utf8) + content[member.value]
      if position == nil {
        if !member.isNull { unknownFields.append(member.text) }
        others.append((member.name, json))
      } else {
        fields.append(json)
      }
    }
    if layout.mapping.unknown == .drop {
      content = Self.object(fields)
    } else {
      others.sort { $0.name.lexicographicallyPrecedes($1.name) }
      otherNames = others.map(\.name)
      self.others = others.map(\.json)
    }
  }

  /// The columns of the intake.
  var columns: [PreparedBatch.Column] {
    layout.columns
      + otherNames.map { .init(header: String(decoding: $0, as: UTF8.self), field: nil) }
  }

  /// The number of columns.
  var columnCount: Int { layout.columns.count + otherNames.count }

  /// Whether the members that are not fields cannot have columns of their own, because they are
  /// more than a maximum, or because one of them has the name of the shared column.
  func needsSharedColumn(maximumNames: Int) -> Bool {
    otherNames.count > maximumNames
      || otherNames.contains(Array(layout.sharedColumn.header.utf8))
  }

  /// The record with all members that are not fields in one column (`IntakeLayout.sharedColumn`).
  var withSharedColumn: IntakeRecord {
    if otherNames.isEmpty { return self }
    var record = self
    let name = layout.sharedColumn.header
    record.content = Self.object(
      fields + [Array("\(JSON.string(name).text):".utf8) + Self.object(others)])
    record.otherNames = [Array(name.utf8)]
    return record
  }

  private static func object(_ members: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
  }
}

extension [UInt8] {
  /// Whether a JSON text contains the escape sequence of U+0000.
  fileprivate var containsEscapedNUL: Bool {
    let backslash = UInt8(ascii: "\\")
    var index = startIndex
    while let escape = self[index...].firstIndex(of: backslash) {
      if self[escape...].starts(with: "\\u0000".utf8) { return true }
      index = Swift.min(escape + 2, endIndex)
    }
    return false
  }
}

extension JSONObjectMembers.Member {
  fileprivate var text: String { String(decoding: name, as: UTF8.self) }
}
