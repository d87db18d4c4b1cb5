import FormBytes

/// Receives the rows of a sheet from the parser.
///
/// Sendable because only one reader uses it, on one thread at a time.
final class SheetRows: XMLHandler, @unchecked Sendable {
  /// The limits of spreadsheet programs.
  static let maximumRow = 1_048_576
  static let maximumColumns = 16_384

  struct SheetCell {
    enum Kind {
      case number, shared, text, boolean, error, date
      /// A formula without a saved value.
      case uncomputed
    }
    /// The column, from 0.
    var column: Int
    var kind: Kind
    var style: Int
    var start: Int
    var end: Int
    var isFormula = false
  }

  struct Row {
    /// The row number, from 1, as programs show it.
    var number: Int
    var firstCell: Int
    var cellCount = 0
    /// Whether the row has more text than a record may have. The rest was discarded.
    var isTooLong = false
  }

  private(set) var error: ReaderError?
  /// Whether cells are merged. Known at the end of the sheet.
  private(set) var hasMergedCells = false
  private(set) var rows: [Row] = []
  private(set) var cells: [SheetCell] = []
  private(set) var bytes: [UInt8] = []
  private let maximumBytes: Int
  private var row: Row?
  private var rowStart = 0
  private var cell: SheetCell?
  private var lastNumber = 0
  private var lastColumn = -1
  /// Whether the type of the cell is `inlineStr`, whose text is in `is`. Otherwise it is in `v`.
  private var isInline = false
  /// Whether the cell has the element that contains its value.
  private var hasValue = false
  /// Whether the element is ignored because the cell has its value already.
  private var ignoresText = false
  private var hasFormula = false

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Removes the completed rows. An unfinished row continues.
  func removeRows() {
    rows.removeAll(keepingCapacity: true)
    let first = row?.firstCell ?? cells.count
    let start = row == nil ? bytes.count : rowStart
    cells.removeSubrange(..<first)
    bytes.removeSubrange(..<start)
    row?.firstCell = 0
    rowStart = 0
    for index in cells.indices {
      cells[index].start -= start
      cells[index].end -= start
    }
    cell?.start -= start
  }

  /// Returns the cells of a row from left to right, which is the order in which nearly all programs
  /// write them.
  func orderedCells(of row: Row) -> ArraySlice<SheetCell> {
    let found = cells[row.firstCell..<(row.firstCell + row.cellCount)]
    let isOrdered = zip(found, found.dropFirst()).allSatisfy { $0.column <= $1.column }
    return isOrdered ? found : found.sorted { $0.column < $1.column }[...]
  }

  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool {
    switch (parent, name) {
    case (SheetNames.row, SheetNames.c): beginCell(attributes)
    case (SheetNames.c, SheetNames.v): beginValue(isInline: false)
    case (SheetNames.c, SheetNames.inline): beginValue(isInline: true)
    case (SheetNames.c, SheetNames.f):
      hasFormula = true
      return false
    case (SheetNames.sheetData, SheetNames.row): beginRow(attributes)
    case (SheetNames.worksheet, SheetNames.mergeCells):
      hasMergedCells = true
      return false
    case (SheetNames.inline, SheetNames.t), (SheetNames.inline, SheetNames.r),
      (SheetNames.r, SheetNames.t), (SheetNames.worksheet, SheetNames.sheetData):
      break
    default: return (parent, name) == (.document, SheetNames.worksheet)
    }
    return true
  }

  func end(_ name: XMLName) {
    switch name {
    case SheetNames.c: endCell()
    case SheetNames.row:
      if let row { rows.append(row) }
      row = nil
    default: break
    }
  }

  func text(_ text: Span<UInt8>, in name: XMLName) {
    guard name == SheetNames.v || name == SheetNames.t, cell != nil, !ignoresText else { return }
    guard bytes.count - rowStart + text.count <= maximumBytes else {
      row?.isTooLong = true
      return
    }
    bytes.append(text)
  }

  /// Begins `v` or `is`. If a cell has both, its type determines which one counts.
  private func beginValue(isInline: Bool) {
    guard let cell else { return }
    ignoresText = hasValue && isInline != self.isInline
    if !ignoresText { bytes.removeLast(bytes.count - cell.start) }
    hasValue = true
  }

  private func beginRow(_ attributes: XMLAttributes) {
    let number = attributes.short(SheetNames.r).map { $0.number ?? 0 } ?? lastNumber + 1
    guard number > lastNumber, number <= Self.maximumRow else {
      error = XMLParser.damaged("its rows are not in order after row \(lastNumber)")
      return
    }
    lastNumber = number
    lastColumn = -1
    rowStart = bytes.count
    row = Row(number: number, firstCell: cells.count)
  }

  private func beginCell(_ attributes: XMLAttributes) {
    guard let row else { return }
    let (reference, style, type) = attributes.ofCell
    let column = reference.map(Self.column) ?? lastColumn + 1
    guard column >= 0, column < Self.maximumColumns, row.cellCount < Self.maximumColumns else {
      error = XMLParser.damaged("row \(row.number) has a cell outside of all columns")
      return
    }
    lastColumn = column
    hasFormula = false
    hasValue = false
    isInline = type == Self.inline
    let kind: SheetCell.Kind =
      switch type {
      case nil, Self.n: .number
      case Self.shared: .shared
      case Self.boolean: .boolean
      case Self.error: .error
      case Self.date: .date
      default: .text
      }
    cell = SheetCell(
      column: column, kind: kind, style: style?.number ?? 0,
      start: bytes.count, end: 0)
  }

  private func endCell() {
    guard var cell, row != nil else { return }
    self.cell = nil
    cell.end = bytes.count
    cell.isFormula = hasFormula
    // An empty text is a value.
    let isUncomputed = hasFormula && cell.start == cell.end && !(hasValue && cell.kind == .text)
    if isUncomputed { cell.kind = .uncomputed }
    if cell.start < cell.end || isUncomputed {
      cells.append(cell)
      row?.cellCount += 1
    }
  }

  private static let n = XMLName("n")
  private static let shared = XMLName("s")
  private static let boolean = XMLName("b")
  private static let error = XMLName("e")
  private static let date = XMLName("d")
  private static let inline = XMLName("inlineStr")

  /// Returns the column of a reference such as `AB12`, from 0, or -1 if it is invalid.
  private static func column(_ reference: XMLName) -> Int {
    var column = 0
    var index = 0
    while index < min(reference.count, 4), reference[index] & 0xDF >= UInt8(ascii: "A"),
      reference[index] & 0xDF <= UInt8(ascii: "Z")
    {
      column = column * 26 + Int(reference[index] & 0xDF - UInt8(ascii: "A")) + 1
      index += 1
    }
    return column - 1
  }
}
