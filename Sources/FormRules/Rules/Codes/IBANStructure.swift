import FormBytes

/// The structure of the account number of an IBAN, which follows the check digits, for one country:
/// runs of digits (`n`), uppercase letters (`a`), or either (`c`), each with a length. From
/// `Tables/iban.txt`.
struct IBANStructure: Sendable {
  /// A run of characters of one kind.
  struct Run: Sendable {
    var count: Int
    var kind: UInt8
  }

  let country: String
  let runs: [Run]
  /// Whether the country is in the SWIFT IBAN registry.
  let isRegistered: Bool

  /// Every structure, sorted by country, those of the SWIFT registry first.
  static let all =
    read(TableTexts.iban, isRegistered: true) + read(TableTexts.ibanOthers, isRegistered: false)

  private static func read(_ table: String, isRegistered: Bool) -> [IBANStructure] {
    table.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      var runs: [Run] = []
      var count = 0
      for byte in words[1].utf8 {
        if byte.isASCIIDigit {
          count = count * 10 + Int(byte & 15)
        } else {
          runs.append(Run(count: count, kind: byte))
          count = 0
        }
      }
      return IBANStructure(country: String(words[0]), runs: runs, isRegistered: isRegistered)
    }
  }
}

extension IBANStructure {
  /// An example of an IBAN of the country, in groups of four, with valid check digits (ISO 7064,
  /// MOD 97-10).
  var sample: String {
    var account = ""
    for run in runs {
      for index in 0..<run.count {
        account += run.kind == UInt8(ascii: "a") ? "A" : String((index + 1) % 10)
      }
    }
    let code = CompactText(Array((country + "00" + account).utf8).span)
    let rest = code?.remainder97(rotated: 4) ?? 0
    let text = country + (98 - rest).zeroPadded(to: 2) + account
    return stride(from: 0, to: text.utf8.count, by: 4)
      .map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
  }
}
