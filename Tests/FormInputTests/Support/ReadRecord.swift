import FormBytes
import FormInput

/// A record copied from its batch for comparison.
struct ReadRecord: Equatable, CustomStringConvertible {
  var line: Int
  var byteOffset: Int
  var raw: [UInt8]
  /// The contents of the cells, nil for missing ones.
  var cells: [[UInt8]?]
  var fault: RecordFault?

  var description: String {
    let cells = cells.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "nil" }
    let fault = fault.map { " \($0.code.rawValue) \($0.line):\($0.column) @\($0.byteOffset)" } ?? ""
    return "\(line)@\(byteOffset) \(cells) raw \(raw.count)\(fault)"
  }

  /// The texts of the cells.
  var texts: [String?] { cells.map { $0.map { String(decoding: $0, as: UTF8.self) } } }
}

extension RecordBatch {
  /// All records of the batch. Checks the invariants of batches.
  func readRecords() -> [ReadRecord] {
    records.map { record in
      let cells = cells(of: record).map { cell -> [UInt8]? in
        let content = Array(bytes[Int(cell.start)..<Int(cell.end)])
        if cell.isPlain {
          precondition(cell.kind == .string)
          precondition(content.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C })
        }
        return cell.kind == .missing ? nil : content
      }
      return ReadRecord(
        line: record.line, byteOffset: record.byteOffset,
        raw: Array(bytes[Int(record.rawStart)..<Int(record.rawEnd)]), cells: cells,
        fault: fault(of: record))
    }
  }
}

/// Reads all records, and returns the error with which reading ended, if any.
func readAll(
  _ reader: consuming any RecordReader & ~Copyable, maximumRecords: Int = .max
) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?) {
  var batch = RecordBatch()
  var records: [ReadRecord] = []
  var error: ReaderError?
  do throws(ReaderError) {
    while try reader.read(into: &batch, maximumRecords: maximumRecords) {
      precondition(!batch.isEmpty && batch.records.count <= maximumRecords)
      records += batch.readRecords()
    }
    precondition(batch.isEmpty)
  } catch let thrown {
    error = thrown
  }
  return (records, reader.header, reader.detected, error)
}

extension ReaderOptions {
  init(_ change: (inout ReaderOptions) -> Void) {
    self.init()
    change(&self)
  }
}
