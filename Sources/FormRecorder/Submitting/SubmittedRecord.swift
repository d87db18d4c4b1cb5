import FormBytes
import FormInput
package import FormRules
import FormStore

/// The record of a request, and the columns in which it is stored.
///
/// They follow from the record and its form alone, so that a record costs the same whatever other
/// records contain.
struct SubmittedRecord {
  let request: SubmissionRequest
  let layout: IntakeLayout
  /// The names of the stored members that are not fields, in UTF-8 and the order of the columns.
  /// Texts can be equal although their bytes differ.
  private(set) var otherNames: [[UInt8]] = []
  /// The names that are not fields and whose values are not null, in the order of the record.
  private(set) var unknownFields: [String] = []

  /// The record as received, in UTF-8, followed by the value of the shared column, if it has one.
  private var text: [UInt8]
  /// The values by column; nil if the record does not have the member.
  private var values: [JSONValue?]

  /// - Throws: `RecorderError` if the content is not one JSON object, repeats a field, or contains
  ///   a NUL character, which returned files cannot contain; if the form refuses a name; or if no
  ///   name is a field.
  init(_ request: SubmissionRequest, _ layout: IntakeLayout) throws(RecorderError) {
    (self.request, self.layout) = (request, layout)
    text = request.content(for: layout.form).withoutByteOrderMark
    values = Array(repeating: nil, count: layout.columns.count)
    let members: [JSONObjectMembers.Member]
    do throws(RecordFault) {
      members = try JSONObjectMembers(text.span).all
    } catch {
      throw Self.error(error, request.line)
    }
    let fields = members.map { layout.field(of: $0.name) }
    do throws(RecorderError) {
      guard !text.containsEscapedNUL else {
        throw RecorderError(
          .refused, "the record contains a NUL character (\\u0000)", stored: 0)
      }
      if fields.contains(nil) {
        let hasField = !fields.allSatisfy { $0 == nil }
        if !hasField || layout.mapping.unknown == .refuse {
          let mapping = try mapping(of: members)
          if !hasField {
            let list = members.first { text.isObjectList($0.value.kind, in: $0.value.range) }
            throw mapping.unknownNames(list: list?.text)
          }
        }
      }
    } catch {
      throw request.line.map(error.inLine) ?? error
    }
    try add(members, fields)
  }

  private mutating func add(
    _ members: [JSONObjectMembers.Member], _ fields: [Int?]
  ) throws(RecorderError) {
    var others: [JSONObjectMembers.Member] = []
    for (member, field) in zip(members, fields) {
      guard let field else {
        if member.value.kind != .missing { unknownFields.append(member.text) }
        others.append(member)
        continue
      }
      guard values[field] == nil else {
        let error = JSONError(code: .duplicateKey, position: member.value.range.lowerBound)
        throw Self.error(RecordFault(error, in: text.span), request.line)
      }
      values[field] = member.value
    }
    if layout.mapping.unknown == .drop { return }
    others.sort { $0.name.lexicographicallyPrecedes($1.name) }
    otherNames = others.map(\.name)
    values += others.map(\.value)
  }

  private static func error(_ fault: RecordFault, _ line: Int?) -> RecorderError {
    if let line {
      var fault = fault
      fault.line = line
      return RecorderError(.refused, fault.locatedMessage)
    }
    return fault.code == .notAnObject
      ? RecorderError(.refused, "a JSON object is required", .importRecords)
      : RecorderError(.refused, "the record: \(fault.locatedMessage)")
  }

  /// The mapping of the keys of an object.
  ///
  /// - Throws: `RecorderError` if the form refuses one of them.
  private func mapping(
    of members: [JSONObjectMembers.Member]
  ) throws(RecorderError) -> ColumnMapping {
    var mapping = layout.mapping
    try mapping.add(keys: members.lazy.map(\.text))
    try mapping.requireKnownColumns(.json)
    return mapping
  }

  /// The columns of the intake.
  var columns: [ImportColumn] {
    layout.columns
      + otherNames.map { .init(header: String(decoding: $0, as: UTF8.self), field: nil) }
  }

  var columnCount: Int { values.count }

  var byteCount: Int { text.count }

  /// Whether the members that are not fields cannot have columns of their own, because they are
  /// more than a maximum, or because one of them has the name of the shared column.
  func needsSharedColumn(maximumNames: Int) -> Bool {
    otherNames.count > maximumNames
      || otherNames.contains(Array(layout.sharedColumn.header.utf8))
  }

  /// The record with all members that are not fields in one column (`IntakeLayout.sharedColumn`).
  var withSharedColumn: SubmittedRecord {
    if otherNames.isEmpty { return self }
    var record = self
    for (name, value) in zip(otherNames, values[layout.columns.count...].compactMap(\.self)) {
      let separator = record.text.count == text.count ? "{" : ","
      record.text += "\(separator)\(JSON.string(String(decoding: name, as: UTF8.self)).text):".utf8
      record.text += text[value.source]
    }
    record.text.append(.closeBrace)
    record.otherNames = [Array(layout.sharedColumn.header.utf8)]
    record.values[layout.columns.count...] = [
      JSONValue(kind: .object, range: text.count..<record.text.count)
    ]
    return record
  }

  /// Appends the record to those that are judged.
  func append(to batch: inout RecordBatch) { batch.append(values, in: text) }
}

extension [SubmissionRequest] {
  /// Reads all records, before any of them is stored.
  ///
  /// - Throws: `RecorderError` for the first one that cannot be read as a record of a form.
  package func requireReadable(for form: Form) throws(RecorderError) {
    let layout = try IntakeLayout(form)
    for request in self { _ = try SubmittedRecord(request, layout) }
  }
}

extension RecorderError {
  /// The same error, with the line of the request that it concerns.
  func inLine(_ line: Int) -> RecorderError {
    RecorderError(reason, "line \(line): \(statement)", remedies, stored: stored)
  }
}

extension [UInt8] {
  /// Whether a JSON text contains the escape sequence of U+0000.
  var containsEscapedNUL: Bool {
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
