/// The differences of the table of postcodes from other patterns, for `docs/conformance.md`.
/// `Tests/differential/run postcode` compares it with that of libaddressinput again.
enum PostcodeComparison {
  static let section = """

    ## Postcodes compared with libaddressinput and CLDR

    The patterns of Google's libaddressinput (181 countries) and of CLDR's `postalCodeData` (158 \
    countries, removed in CLDR 27) specify little more than the number of digits. The patterns of \
    formrec are the same except for the differences below; in all of them, letters may have either \
    case, and a blank between the parts may be omitted.

    | countries | difference from libaddressinput |
    | --- | --- |
    \(rows(libaddressinput))

    | countries | difference from CLDR |
    | --- | --- |
    \(rows(cldr))

    """

  private static func rows(_ rows: [(String, String)]) -> String {
    rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
  }

  private static let libaddressinput = [
    (
      "AR AT BA BD BE BG BY CH CN CO CU CZ DE ES FR GR HR HU ID IN KR KY LV MX PT SE SI SJ SK TH UA UY",
      "first digits that no code of the country has are rejected"
    ),
    (
      "GB",
      "124 areas; districts 1 to 99, and 0 in ten areas; a letter after the district only in central "
        + "London (libaddressinput: any digit and letter); last letters without CIKMOV; codes of the "
        + "overseas territories and SAN TA1 are accepted"
    ),
    ("GG IM JE", "districts and last letters as in Britain"),
    ("IE", "letters and digits in the positions of Eircodes; libaddressinput accepts any seven"),
    (
      "BL GF GP MF MQ RE PM",
      "only the prefixes of these islands; libaddressinput also accepts 98 instead of 97"
    ),
    ("MT", "two digits (former codes) or four, not three"),
    ("CR", "no code with a hyphen"),
    ("FR", "no blank after two digits"),
    (
      "AZ CU HT LT LU LV MD SE SI SV",
      "the prefix is optional"
    ),
    (
      "AD EC IL KR SA VE",
      "also accepted: codes such as AD551; codes until 2008; a blank; codes until 2015; an additional "
        + "number; a letter after the digits"
    ),
    ("MW PA PS TD TT", "only in formrec"),
  ]

  private static let cldr = [
    ("GB GG IM JE IE CR FR MT", "as above; CLDR lacks BF, BX and Eircodes"),
    (
      "KR PT RS KH TW NI",
      "current codes, in addition to or instead of the former codes of CLDR"
    ),
    ("BH EC HN IE LB MU NG NI BB", "CLDR accepts an empty text"),
    ("CK CS YU", "only in CLDR: New Zealand's codes, and countries that no longer exist"),
    ("SO MN LV BN AI AF BT MM RS SV VN", "codes that were introduced later"),
  ]
}
