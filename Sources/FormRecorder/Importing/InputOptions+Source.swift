package import FormRules

extension InputOptions {
  /// Adopts what the definition of a source specifies and the options do not.
  package mutating func adopt(_ source: SourceForm) {
    delimiter = delimiter ?? source.file.delimiter
    // The text of a part is UTF-8, whatever the encoding of its file is.
    if part == nil { encoding = encoding ?? source.file.encoding }
    header = header ?? source.file.header
    if source.file.dialect != FileDialect() { dialect = dialect ?? source.file.dialect }
    decimalFormat = source.decimalFormat
    sourceMap = source.map
  }
}
