import FormBytes
import FormInput
import FormRules
import Foundation

extension WholeFile {
  /// The records of an export as NDJSON or JSON with a column for each field, like those of a CSV
  /// export, and those that cannot be read; nil if the file is none.
  ///
  /// A null is an empty cell, and a field that an object lacks is a missing one, which keeps its
  /// value.
  func unpackedFields() -> (file: WholeFile, refused: [CorrectionCounts.Refused])? {
    guard detected.format == .ndjson || detected.format == .json,
      let number = header.firstIndex(of: "submission"),
      let fields = header.firstIndex(of: "fields")
    else { return nil }
    let line = header.firstIndex(of: "line")
    let (raw, raw64) = (header.firstIndex(of: "raw"), header.firstIndex(of: "rawBase64"))
    var columns =
      ([.submission, .line] + (raw == nil ? [] : [.raw]) as [AddedColumn]).map(\.rawValue)
    // By bytes, because names that look alike may differ.
    var positions: [[UInt8]: Int] = [:]
    var rows: [(line: Int, cells: [Int: [UInt8]])] = []
    var refused: [CorrectionCounts.Refused] = []
    for batch in batches {
      for record in batch.records {
        if let fault = batch.fault(of: record) {
          refused.append(.init(line: fault.line, reason: .malformed(fault.message)))
          continue
        }
        let cells = batch.cells(of: record)
        func cell(_ column: Int) -> Cell {
          column < cells.count ? cells[cells.startIndex + column] : .missing
        }
        func content(_ column: Int?) -> [UInt8] {
          column.map { Array(batch.bytes[cell($0).range]) } ?? []
        }
        let members: [(name: String, text: [UInt8])]
        do throws(CorrectionRefusal) {
          members = try Self.members(cell(fields), of: batch)
        } catch {
          refused.append(.init(line: record.line, reason: error))
          continue
        }
        var row = [0: content(number).asJSONString, 1: content(line).asJSONString]
        if raw != nil {
          row[2] = Self.raw(content(raw), base64: content(raw64)).asJSONString
        }
        for (name, text) in members {
          let position = positions[Array(name.utf8)] ?? columns.count
          if position == columns.count {
            positions[Array(name.utf8)] = position
            columns.append(AddedColumn.escaped(name))
          }
          row[position] = text.asJSONString
        }
        rows.append((record.line, row))
      }
    }
    var unpacked = RecordBatch()
    for (line, cells) in rows {
      var json = [UInt8(ascii: "[")]
      for column in columns.indices {
        if column > 0 { json.append(UInt8(ascii: ",")) }
        json += cells[column] ?? Array("null".utf8)
      }
      json.append(UInt8(ascii: "]"))
      unpacked.append(row: json, line: line)
    }
    return (WholeFile(self, header: columns, batches: [unpacked]), refused)
  }

  /// The text of the column `_raw`, which bytes that are not UTF-8 have as Base64 unless they were
  /// removed.
  private static func raw(_ text: [UInt8], base64: [UInt8]) -> [UInt8] {
    guard !text.isEmpty, let bytes = Data(base64Encoded: Data(base64)), !bytes.isEmpty else {
      return text
    }
    return SpreadsheetText.escaped(Array(bytes).span) ?? text
  }

  /// The fields of a record, none if it has null in their place.
  ///
  /// - Throws: `CorrectionRefusal` if another value is in their place, or if a field occurs twice.
  private static func members(
    _ cell: Cell, of batch: RecordBatch
  ) throws(CorrectionRefusal) -> [(name: String, text: [UInt8])] {
    if cell.kind == .missing { return [] }
    guard cell.kind == .object else { throw .malformed("its fields are not an object") }
    let json = Array(batch.bytes[cell.range])
    do throws(RecordFault) {
      return try JSONObjectMembers(json.span, maximumBytes: .max).all.map {
        (String(decoding: $0.name, as: UTF8.self), $0.value.content(in: json.span))
      }
    } catch {
      throw .malformed(error.message)
    }
  }
}

extension WholeFile {
  /// The records that patches describe, as if an export had been edited. A field that a patch lacks
  /// is a missing cell, which keeps its value.
  init(_ patches: [SubmissionPatch]) {
    let fields = Set(patches.flatMap(\.fields.keys)).sorted()
    var records = RecordBatch()
    let digest = StreamDigest()
    for (index, patch) in patches.enumerated() {
      var json: [UInt8] = []
      let cells = fields.map { patch.fields[$0].map(JSON.string) ?? .null }
      JSON.array([.integer(patch.submissionID)] + cells).write(to: &json)
      digest.update(json, from: 0)
      records.append(row: json, line: index + 1)
    }
    self.init(
      digest: digest, header: [AddedColumn.submission.rawValue] + fields.map(AddedColumn.escaped),
      batches: [records])
  }
}

extension RecordBatch {
  /// - Parameter row: The cells as a JSON array.
  fileprivate mutating func append(row: [UInt8], line: Int) {
    do {
      try StoredCells.append(row.span, line: line, to: &self)
    } catch {
      preconditionFailure("the cells are valid JSON")
    }
  }
}

extension [UInt8] {
  fileprivate var asJSONString: [UInt8] {
    var json: [UInt8] = []
    json.appendJSONString(span)
    return json
  }
}
