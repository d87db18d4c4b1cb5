/// The styles of a workbook's cells, which determine which numbers are dates.
///
/// Sendable because it does not change after the part is parsed.
final class CellStyles: XMLHandler, @unchecked Sendable {
  /// The kind of number that a format displays.
  enum Kind: Equatable {
    case number, date, time, dateTime
    /// A duration, which may exceed a day: `[h]:mm`.
    case elapsed
    /// A number with a minimum number of digits, such as a postcode.
    case padded(Int)
  }

  private(set) var error: ReaderError?
  private var formats: [Int: Kind] = [:]
  private var styles: [Kind] = []

  /// Returns the kind of a cell with a style.
  subscript(_ style: Int) -> Kind { styles.indices.contains(style) ? styles[style] : .number }

  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool {
    switch (parent, name) {
    case (Self.numFmts, Self.numFmt):
      if let id = attributes.short(Self.numFmtId)?.number, formats.count < 65_536 {
        formats[id] = attributes.text(Self.formatCode).map(Self.kind)
      }
      return false
    case (Self.cellXfs, Self.xf):
      guard styles.count < 1 << 17 else {
        error = XMLParser.damaged("it has more than \(1 << 17) styles")
        return false
      }
      let id = attributes.short(Self.numFmtId)?.number ?? 0
      styles.append(formats[id] ?? Self.builtIn(id))
      return false
    case (Self.styleSheet, Self.numFmts), (Self.styleSheet, Self.cellXfs): return true
    default: return (parent, name) == (.document, Self.styleSheet)
    }
  }

  func end(_ name: XMLName) {}
  func text(_ bytes: Span<UInt8>, in name: XMLName) {}

  private static let styleSheet = XMLName("styleSheet")
  private static let numFmts = XMLName("numFmts")
  private static let numFmt = XMLName("numFmt")
  private static let numFmtId = XMLName("numFmtId")
  private static let formatCode = XMLName("formatCode")
  private static let cellXfs = XMLName("cellXfs")
  private static let xf = XMLName("xf")

  /// Returns the kind of a built-in format (ECMA-376 part 1, 18.8.30).
  ///
  /// The numbers from 27 belong to East Asian programs.
  private static func builtIn(_ id: Int) -> Kind {
    switch id {
    case 14...17, 27...31, 34...36, 50...58: .date
    case 18...21, 32, 33, 45, 47: .time
    case 46: .elapsed
    case 22: .dateTime
    default: .number
    }
  }

  /// Returns the kind of a format code.
  ///
  /// Only its first section counts, without texts, colours and conditions.
  static func kind(_ code: String) -> Kind {
    var letters = ""
    var isElapsed = false
    var rest = Array(code.unicodeScalars)[...]
    scan: while let scalar = rest.popFirst() {
      switch scalar {
      case ";": break scan
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        // [h], [mm] and [ss] are durations. Other brackets contain colours, conditions and
        // languages.
        let first = inside.first?.properties.lowercaseMapping ?? ""
        if ["h", "m", "s"].contains(first),
          Set(inside.map(\.properties.lowercaseMapping)).count == 1
        {
          isElapsed = true
        }
      default: letters += scalar.properties.lowercaseMapping
      }
    }
    if letters == "general" { return .number }
    // Longer formats are not valid, and would multiply the data.
    if letters.allSatisfy({ $0 == "0" }), (2...255).contains(letters.count) {
      return .padded(letters.count)
    }
    letters = letters.replacing("am/pm", with: "").replacing("a/p", with: "")
    let hasTime = isElapsed || letters.contains("h") || letters.contains("s")
    let hasDate =
      letters.contains("y") || letters.contains("d") || letters.contains("m") && !hasTime
    switch (hasDate, hasTime) {
    case (true, true): return .dateTime
    case (true, false): return .date
    case (false, true): return isElapsed ? .elapsed : .time
    case (false, false): return .number
    }
  }
}
