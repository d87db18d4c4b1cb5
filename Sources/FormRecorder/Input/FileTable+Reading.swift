import FormBytes
import FormInput

extension FileTable {
  /// Reads a file in any format that an import accepts.
  ///
  /// - Throws: `RecorderError` if the file or any of its records cannot be read.
  package init(reading path: String) throws(RecorderError) {
    do {
      let file = WholeFile(path, ReaderOptions())
      if file.header.isEmpty, let error = file.error { throw error }
      self.init([file.header])
      for batch in file.batches {
        for record in batch.records {
          if let fault = batch.fault(of: record) {
            throw RecorderError(.refused, "\(path):\(fault.line): \(fault.message)")
          }
          rows.append(Row(line: record.line, cells: batch.cells(of: record).map(batch.text)))
        }
      }
      if let error = file.error { throw error }
    } catch let error as RecorderError {
      throw error
    } catch {
      throw error is ReaderError ? RecorderError(error).inFile(path) : RecorderError(error)
    }
  }

  /// Reads a CSV file row by row, in bounded memory.
  ///
  /// - Parameters:
  ///   - columns: The headers that the file may have.
  ///   - digest: Receives the bytes of the file.
  /// - Throws: `RecorderError` with the path if the file has another header, or if it or any of its
  ///   records cannot be read; the errors of the body, with the path.
  static func forEachRow(
    inCSV path: String, columns: [[String]], _ digest: StreamDigest = StreamDigest(),
    _ body: (Row) throws -> Void
  ) throws(RecorderError) {
    do {
      var options = ReaderOptions()
      options.delimiter = UInt8(ascii: ",")
      var reader = try openReader(
        source: HashingByteSource(FileByteSource(regularFile: path), into: digest),
        name: "table.csv", options: options)
      guard columns.contains(reader.header) else {
        let wanted = columns.map { "'\($0.joined(separator: ","))'" }.joined(separator: " or ")
        throw RecorderError(.refused, "must have the header \(wanted)")
      }
      var batch = RecordBatch()
      while try reader.read(into: &batch, maximumRecords: 10_000) {
        for record in batch.records {
          if let fault = batch.fault(of: record) {
            throw RecorderError(.refused, "line \(fault.line): \(fault.message)")
          }
          try body(Row(line: record.line, cells: batch.cells(of: record).map(batch.text)))
        }
      }
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }
}
