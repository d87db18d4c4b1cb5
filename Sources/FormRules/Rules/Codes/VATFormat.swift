/// The formats of the VAT numbers of a country, or of numbers for a similar tax; from
/// `Tables/vat.txt`.
struct VATFormat: Sendable {
  /// The ISO 3166 code of the country, or XI for Northern Ireland.
  let country: String
  /// The prefix of the numbers: the code of the country, except for Greece (EL) and Switzerland
  /// (CHE).
  let prefix: [UInt8]
  /// The formats after the prefix: `#` is a digit, `@` a letter, `*` either, `?` a letter, plus
  /// sign or asterisk; other characters are literal.
  let patterns: [[UInt8]]

  /// The countries of the European Union and four of their neighbours.
  static let european = read(TableTexts.vat)

  /// Other countries.
  static let others = read(TableTexts.vatOthers)

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
