package import FormBytes

/// The first sheet of a workbook, and the number of its sheets.
package struct FirstSheet: Sendable, Equatable {
  package var name: String
  package var sheets: Int
}

/// Properties that a reader detected in its file.
package struct DetectedProperties: Sendable, Equatable {
  package var format = RecordFormat.csv
  /// The encoding of the file.
  package var encoding = TextEncoding.utf8
  /// Whether the file is compressed.
  package var isCompressed = false
  package var hasByteOrderMark = false
  /// The delimiter between cells, for delimited files only.
  package var delimiter: UInt8?
  /// Whether the first line is Excel's `sep=;`, which is not data.
  package var hasSeparatorLine = false
  /// The number of lines that are not records: empty lines and comments.
  package var blankLines = 0
  /// The sheet that is read because the options choose none and the workbook has several.
  package var firstSheet: FirstSheet?
  /// Whether cells of the sheet are merged. Known once everything has been read.
  package var hasMergedCells = false
  /// A dialect in which more records could be read.
  package var suggestion: DialectSuggestion?
  /// Remarks for the user from reading the file.
  package var closingRemarks: [String] = []

  package init() {}
}
