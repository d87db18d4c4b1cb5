internal import CXlsxWriter
import FormStore
import Foundation

/// A workbook with one sheet that is being written, row by row, in memory that does not grow with the
/// rows; with the comments it does.
@safe
final class WorkbookFile {
  /// How a cell looks.
  enum Style: Int, CaseIterable { case text, header, failed, warned }

  /// What a cell holds at most, in UTF-16 units; what a sheet has at most.
  static let maximumText = 32_767
  static let maximumRows = 1_048_576
  static let maximumColumns = 16_384

  private let name: String
  private let folder: UnsafeMutablePointer<CChar>?
  private let workbook: UnsafeMutablePointer<lxw_workbook>
  private let sheet: UnsafeMutablePointer<lxw_worksheet>
  private var formats: [UnsafeMutablePointer<lxw_format>?]
  private var isOpen = true

  /// - Parameter name: what the file is called in errors.
  /// - Throws: when the file cannot be made.
  init(path: String, name: String, sheet: String) throws(RecorderError) {
    self.name = name
    // Safe because nothing in this program changes its environment, and the copy lives as long as this.
    unsafe folder = unsafe getenv("TMPDIR").flatMap { unsafe strdup($0) }
    var options = unsafe lxw_workbook_options(
      constant_memory: 1, tmpdir: unsafe folder, use_zip64: 1)
    // Safe because the library copies what it needs of the path and the options, and what it answers lives
    // until the workbook is closed.
    errno = 0
    let made = unsafe Self.quietly {
      let workbook = unsafe workbook_new_opt(path, &options)
      return unsafe (workbook, workbook.flatMap { unsafe workbook_add_worksheet($0, sheet) })
    }
    guard let workbook = unsafe made.0, let sheet = unsafe made.1 else {
      let reason = errno == 0 ? "" : ": \(String(errno: errno))"
      throw RecorderError(.failed, "\(name): the workbook cannot be made\(reason)")
    }
    unsafe self.workbook = unsafe workbook
    unsafe self.sheet = unsafe sheet
    unsafe formats = []
    for style in Style.allCases { unsafe formats.append(unsafe Self.format(style, workbook)) }
  }

  private static func format(
    _ style: Style, _ workbook: UnsafeMutablePointer<lxw_workbook>
  ) -> UnsafeMutablePointer<lxw_format>? {
    // Safe because the format belongs to the workbook, which lives.
    let format = unsafe workbook_add_format(workbook)
    switch style {
    case .header: unsafe format_set_bold(format)
    // Text stays text when it is edited.
    case .text: unsafe format_set_num_format(format, "@")
    case .failed:
      unsafe format_set_num_format(format, "@")
      unsafe format_set_bg_color(format, 0xFFC7CE)
    case .warned:
      unsafe format_set_num_format(format, "@")
      unsafe format_set_bg_color(format, 0xFFEB9C)
    }
    return unsafe format
  }

  deinit {
    if isOpen { _ = Self.quietly { unsafe workbook_close(workbook) } }
    unsafe free(folder)
  }

  /// Keeps the first row in sight.
  func freezeHeader() { unsafe worksheet_freeze_panes(sheet, 1, 0) }

  func write(_ text: String, row: Int, column: Int, _ style: Style) throws(RecorderError) {
    // Safe because the sheet lives, and the text is copied.
    try check(
      unsafe worksheet_write_string(
        sheet, UInt32(row), UInt16(column), text.escapedForSheet, formats[style.rawValue]))
  }

  func write(_ number: Int64, row: Int, column: Int) throws(RecorderError) {
    try check(
      unsafe worksheet_write_number(sheet, UInt32(row), UInt16(column), Double(number), nil))
  }

  /// A blank cell that takes text.
  func writeBlank(row: Int, column: Int, _ style: Style) throws(RecorderError) {
    try check(
      unsafe worksheet_write_blank(sheet, UInt32(row), UInt16(column), formats[style.rawValue]))
  }

  func comment(_ text: String, row: Int, column: Int) throws(RecorderError) {
    // Controls in comments are left to us, and XML has no way to write them.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).escapedForTerminal }.joined(separator: "\n")
    try check(unsafe worksheet_write_comment(sheet, UInt32(row), UInt16(column), shown))
  }

  /// Writes the file.
  func close(lastRow: Int, lastColumn: Int) throws(RecorderError) {
    try check(
      unsafe worksheet_autofilter(sheet, 0, 0, UInt32(lastRow), UInt16(lastColumn)))
    isOpen = false
    errno = 0
    try check(Self.quietly { unsafe workbook_close(workbook) })
  }

  /// Does what the library tells of on standard error when it fails, with its source's lines and the name
  /// of the temporary file; it has no other way to keep it silent. What others write there meanwhile is
  /// lost. One at a time: else the second would keep the first one's silence for good.
  private static func quietly<Result>(_ body: () -> Result) -> Result {
    silence.lock()
    defer { silence.unlock() }
    // Safe because the path is a constant, and descriptors are numbers.
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let isQuiet = nowhere >= 0 && saved >= 0 && dup2(nowhere, STDERR_FILENO) >= 0
    let result = body()
    let reason = errno
    if isQuiet { dup2(saved, STDERR_FILENO) }
    for descriptor in [nowhere, saved] where descriptor >= 0 { Glibc.close(descriptor) }
    errno = reason
    return result
  }

  private static let silence = NSLock()

  private func check(_ error: lxw_error) throws(RecorderError) {
    guard error != LXW_NO_ERROR else { return }
    // A full disk says more than the library. Safe because its words are constants.
    let words =
      errno == ENOSPC ? String(errno: errno) : unsafe String(cString: lxw_strerror(error))
    throw RecorderError(.failed, "\(name): the workbook cannot be written: \(words)")
  }
}

extension String {
  /// What reads like the escape of a character (ECMA-376 part 1, 22.9.2.19), and what XML has no way to
  /// write, is escaped; the library does so with controls only.
  fileprivate var escapedForSheet: String {
    var text = self
    if text.contains("_x") { text = text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_") }
    guard text.unicodeScalars.contains(where: \.isOutsideXML) else { return text }
    return text.unicodeScalars.map { scalar in
      scalar.isOutsideXML
        ? "_x\(String(scalar.value, radix: 16, uppercase: true))_" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether it is one of the two noncharacters that XML 1.0 leaves out, beside most controls.
  fileprivate var isOutsideXML: Bool { value == 0xFFFE || value == 0xFFFF }
}
