import FormBytes
import FormInput
import FormStore
import Foundation

extension ImportStart {
  /// - Parameter path: The path of the file, or nil if the records have none.
  init(
    _ kind: ImportKind, of path: String?, _ detected: DetectedProperties,
    columns: [ImportColumn]
  ) {
    self.init(kind, columns: columns)
    if let path, path != "-" {
      fileName = URL(fileURLWithPath: path).lastPathComponent
    } else if path != nil, kind == .correction {
      // Corrections without a name of a file are texts that a person entered.
      fileName = "standard input"
    }
    delimiter = detected.delimiter.map { String(UnicodeScalar($0)) }
    encoding = detected.encoding.rawValue + (detected.hasByteOrderMark ? "-sig" : "")
  }
}
