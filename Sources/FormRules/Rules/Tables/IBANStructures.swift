/// What stands behind the check digits of an IBAN, by country: digits (`n`), capital letters (`a`),
/// or either (`c`), each with how many.
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

  /// Every structure, sorted by country; those of the registry first.
  static let all = read(registered, isRegistered: true) + read(others, isRegistered: false)

  /// SWIFT IBAN Registry (ISO 13616-1), release 99 with Honduras and Yemen, which came later.
  private static let registered = """
    AD 8n12c, AE 19n, AL 8n16c, AT 16n, AZ 4a20c, BA 16n, BE 12n, BG 4a6n8c, BH 4a14c, \
    BI 23n, BR 23n1a1c, BY 4c4n16c, CH 5n12c, CR 18n, CY 8n16c, CZ 20n, DE 18n, DJ 23n, \
    DK 14n, DO 4c20n, EE 16n, EG 25n, ES 20n, FI 14n, FK 2a12n, FO 14n, FR 10n11c2n, \
    GB 4a14n, GE 2a16n, GI 4a15c, GL 14n, GR 7n16c, GT 24c, HN 4a20n, HR 17n, HU 24n, \
    IE 4a14n, IL 19n, IQ 4a15n, IS 22n, IT 1a10n12c, JO 4a4n18c, KW 4a22c, KZ 3n13c, \
    LB 4n20c, LC 4a24c, LI 5n12c, LT 16n, LU 3n13c, LV 4a13c, LY 21n, MC 10n11c2n, MD 20c, \
    ME 18n, MK 3n10c2n, MN 16n, MR 23n, MT 4a5n18c, MU 4a19n3a, NI 4a20n, NL 4a10n, NO 11n, \
    OM 3n16c, PK 4a16c, PL 24n, PS 4a21c, PT 21n, QA 4a21c, RO 4a16c, RS 18n, RU 14n15c, \
    SA 2n18c, SC 4a20n3a, SD 14n, SE 20n, SI 15n, SK 20n, SM 1a10n12c, SO 19n, ST 21n, \
    SV 4a20n, TL 19n, TN 20n, TR 6n16c, UA 6n19c, VA 18n, VG 4a16n, XK 16n, YE 4a4n18c
    """

  /// Countries that use IBANs without being in the registry: dependencies of France and Finland
  /// with the structures of these, and countries whose banks print them on their own account, as
  /// the banks' own examples show.
  private static let others = """
    AO 21n, AX 14n, BF 2c22n, BF 23n, BJ 2c22n, BL 10n11c2n, CF 23n, CG 23n, CI 2c22n, \
    CM 23n, CV 21n, DZ 22n, DZ 20n, GA 23n, GF 10n11c2n, GP 10n11c2n, GQ 23n, GW 2c19n, \
    IR 22n, KM 23n, MA 24n, MF 10n11c2n, MG 23n, ML 2c22n, MQ 10n11c2n, MZ 21n, NC 10n11c2n, \
    NE 2a22n, PF 10n11c2n, PM 10n11c2n, RE 10n11c2n, SN 2c22n, TD 23n, TF 10n11c2n, TG 2c22n, \
    WF 10n11c2n, YT 10n11c2n
    """

  private static func read(_ table: String, isRegistered: Bool) -> [IBANStructure] {
    table.split(separator: ",").map { entry in
      let words = entry.split(separator: " ")
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
