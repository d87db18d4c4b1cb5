/// How the numbers of a country are written under which VAT or a tax like it is paid, behind the
/// country's prefix; from `Tables/vat.txt`.
struct VATFormat: Sendable {
  /// The code of the country in ISO 3166, or XI for Northern Ireland.
  let country: String
  /// What stands before a number: the country's code but for Greece (EL) and Switzerland (CHE).
  let prefix: [UInt8]
  /// `#` is a digit, `@` a letter, `*` either, `?` a letter, plus sign or asterisk; anything else
  /// stands for itself.
  let patterns: [[UInt8]]

  /// The countries of the European Union and four of their neighbours.
  static let european = read(CodeTexts.vat)

  /// Other countries.
  static let others = read(CodeTexts.vatOthers)

  static let all = european + others

  private static func read(_ table: String) -> [VATFormat] {
    table.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return VATFormat(
        country: String(words[0]), prefix: Array(words[1].utf8),
        patterns: words[2...].map { Array($0.utf8) })
    }
  }
}
