import FormBytes
import FormInput
import FormRules

/// The validation of the cells of a column (ECMA-376 part 1, 18.3.1.32), with a hint that is shown
/// in a selected cell.
struct CellValidation {
  enum Condition {
    /// A choice, as a formula: a list of texts, or a range of cells.
    case list(String)
    /// A formula that is true for valid cells.
    case formula(String)
    /// The length in UTF-16 units.
    case length(ClosedRange<Int>)
  }

  /// The range of cells.
  let cells: String
  let condition: Condition?
  /// Whether other values are refused. Otherwise a person can confirm them.
  let isStrict: Bool
  let title: String
  let hint: String

  /// The maximum lengths of a title and of a hint, in UTF-16 units. Programs reject files with
  /// longer ones.
  private static let maximumTitle = 32
  private static let maximumHint = 255

  func write(to xml: inout [UInt8]) {
    let (type, formulas) =
      switch condition {
      case .list(let formula): (" type=\"list\"", [formula])
      case .formula(let formula): (" type=\"custom\"", [formula])
      case .length(let range):
        (
          " type=\"textLength\" operator=\"between\"",
          ["\(range.lowerBound)", "\(range.upperBound)"]
        )
      case nil: ("", [])
      }
    let title = title.escapedForTerminal.shortened(to: Self.maximumTitle).escapedForXML
    let hint = hint.split(separator: "\n").map { String($0).escapedForTerminal }
      .joined(separator: "\n").shortened(to: Self.maximumHint).escapedForXML
      .replacing("\n", with: "&#10;")
    xml +=
      """
      <dataValidation\(type)\(isStrict ? "" : " errorStyle=\"warning\"") allowBlank="1" \
      showInputMessage="1"\(condition == nil ? "" : " showErrorMessage=\"1\"") \
      errorTitle="\(title)" error="\(hint)" promptTitle="\(title)" prompt="\(hint)" \
      sqref="\(cells)">
      """.utf8
    for (index, formula) in formulas.enumerated() {
      xml += "<formula\(index + 1)>".utf8
      xml.appendXML(formula)
      xml += "</formula\(index + 1)>".utf8
    }
    xml += "</dataValidation>".utf8
  }
}

extension String {
  /// The text up to a length in UTF-16 units.
  fileprivate func shortened(to maximum: Int) -> String {
    guard utf16.count > maximum else { return self }
    var short = ""
    for character in self where short.utf16.count + character.utf16.count < maximum {
      short.append(character)
    }
    return short + "…"
  }
}
