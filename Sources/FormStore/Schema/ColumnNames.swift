import FormBytes

/// Assigns names to columns of tables and views that SQLite can distinguish.
///
/// SQLite ignores the case of ASCII letters in names.
package struct ColumnNames {
  private var taken: Set<[UInt8]>

  package init(taken: [String]) { self.taken = Set(taken.map(Self.key)) }

  /// Returns the name, with a suffix `_2`, `_3` and so on if it is already used.
  package mutating func add(_ name: String) -> String {
    var result = name
    var number = 1
    while !taken.insert(Self.key(result)).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }

  private static func key(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension String {
  /// The text as a quoted identifier in SQL.
  var asSQLName: String { quoted(by: "\"") }
}
