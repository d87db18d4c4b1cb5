import FormBytes
import FormInput
import FormRules

extension WholeFile {
  /// The records of an export as NDJSON or JSON with a column for each field, like those of a CSV
  /// export. Other files are unchanged.
  ///
  /// A null is an empty cell, and a field that an object lacks is a missing one, which keeps its
  /// value.
  func unpackingFields() -> WholeFile {
    guard detected.format == .ndjson || detected.format == .json,
      let number = header.firstIndex(of: "submission"),
      let fields = header.firstIndex(of: "fields")
    else { return self }
    let line = header.firstIndex(of: "line")
    let raw = header.firstIndex(of: "raw")
    var columns =
      ([.submission, .line] + (raw == nil ? [] : [.rest, .raw]) as [AddedColumn]).map(\.rawValue)
    var positions: [String: Int] = [:]
    var rows: [(line: Int, cells: [Int: [UInt8]])] = []
    for batch in batches {
      for record in batch.records where batch.fault(of: record) == nil {
        let cells = batch.cells(of: record)
        func content(_ column: Int?) -> [UInt8] {
          guard let column, column < cells.count else { return [] }
          return Array(batch.bytes[cells[cells.startIndex + column].range])
        }
        var row = [0: content(number).asJSONString, 1: content(line).asJSONString]
        let rawText = content(raw)
        if raw != nil { row[3] = rawText.asJSONString }
        for (name, text) in Self.members(content(fields)) {
          // The cells of a malformed record beyond its columns.
          if !rawText.isEmpty, name.wholeMatch(of: /column [0-9]+/) != nil {
            if !text.isEmpty { row[2] = text.asJSONString }
            continue
          }
          let position = positions[name] ?? columns.count
          if position == columns.count {
            positions[name] = position
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
    return WholeFile(
      self, header: columns, batches: batches.filter { !$0.faults.isEmpty } + [unpacked])
  }

  /// The members of an object that the reader has validated; those of any other value are none.
  private static func members(_ json: [UInt8]) -> [(name: String, text: [UInt8])] {
    do throws(RecordFault) {
      return try JSONObjectMembers(json.span, maximumBytes: .max).all.map {
        (String(decoding: $0.name, as: UTF8.self), $0.value.content(in: json.span))
      }
    } catch {
      return []
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
      JSON.array([.integer(patch.submission)] + cells).write(to: &json)
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
