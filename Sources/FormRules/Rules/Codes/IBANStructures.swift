import FormBytes

/// What stands behind the check digits of an IBAN, by country: digits (`n`), capital letters (`a`),
/// or either (`c`), each with how many; from `Tables/iban.txt`.
struct IBANStructure: Sendable {
  /// One run of characters of a kind.
  struct Run: Sendable {
    var count: Int
    var kind: UInt8
  }

  let country: String
  let runs: [Run]
  /// Whether the country is in SWIFT's registry.
  let isRegistered: Bool

  /// How many characters there are behind country and check digits.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Every structure, sorted by country; those of SWIFT's registry first.
  static let all =
    read(CodeTexts.iban, isRegistered: true) + read(CodeTexts.ibanOthers, isRegistered: false)

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
