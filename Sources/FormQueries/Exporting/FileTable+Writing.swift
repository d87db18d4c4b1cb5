extension FileTable {
  /// Writes the table to a file, which gets its name once it is complete: a workbook if the name
  /// ends in `.xlsx`, or else CSV.
  ///
  /// - Parameters:
  ///   - sheet: The name of the workbook's sheet.
  ///   - replacing: Whether an existing file is replaced.
  package func write(to path: String, sheet: String, replacing: Bool) throws(RecorderError) {
    try OutputFile.write(to: path, replacing: replacing) { file throws(RecorderError) in
      if path.lowercased().hasSuffix(".xlsx") {
        try writeWorkbook(sheet: sheet, to: file)
      } else {
        try file.write(csv)
      }
    }
  }
}
