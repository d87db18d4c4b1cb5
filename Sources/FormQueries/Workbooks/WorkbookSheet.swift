/// A sheet of a workbook, without its cells.
struct WorkbookSheet {
  /// A column: its width in characters, and the style of its empty cells.
  struct Column {
    var width: Int
    var style = WorkbookFile.Style.text

    /// - Parameter text: The header.
    init(for text: String, _ style: WorkbookFile.Style = .text) {
      width = min(max(text.count + 4, 12), 40)
      self.style = style
    }
  }

  /// What a protected sheet allows in addition to editing unlocked cells, filtering, and changing
  /// widths and heights.
  enum Protection {
    case none
    /// Nothing, so that no row can be moved, inserted or deleted.
    case cells
    /// Inserting and deleting rows.
    case rows
  }

  /// The name, with the characters that names of sheets can have.
  let name: String
  var columns: [Column] = []
  var protection = Protection.none
  var isHidden = false

  /// The maximum length of a name in UTF-16 units.
  private static let maximumName = 31

  init(
    _ name: String, columns: [Column] = [], protection: Protection = .none, isHidden: Bool = false
  ) {
    var allowed = ""
    for character in name where allowed.utf16.count + character.utf16.count <= Self.maximumName {
      allowed.append("[]:*?/\\'".contains(character) || !character.isVisible ? " " : character)
    }
    self.name = allowed.allSatisfy { $0 == " " } ? "Sheet" : allowed
    self.columns = columns
    self.protection = protection
    self.isHidden = isHidden
  }

  /// The element that protects the sheet, without a password. An attribute names a restriction, so
  /// that 0 allows the action.
  var protectionXML: String {
    switch protection {
    case .none: ""
    case .cells:
      "<sheetProtection sheet=\"1\" formatColumns=\"0\" formatRows=\"0\" autoFilter=\"0\"/>"
    case .rows:
      """
      <sheetProtection sheet="1" formatColumns="0" formatRows="0" insertRows="0" deleteRows="0" \
      autoFilter="0"/>
      """
    }
  }
}

extension Character {
  fileprivate var isVisible: Bool {
    unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value < 0xFFFE }
  }
}
