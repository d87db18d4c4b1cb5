/// How the table of postcodes differs from the patterns of others, for `docs/conformance.md`.
/// `Tests/differential/run postcode` compares it with libaddressinput's anew.
enum PostcodeComparison {
  static let section = """

    ## Postcodes beside libaddressinput and CLDR

    The patterns of Google's libaddressinput (181 countries) and of CLDR's `postalCodeData` (158, given \
    up with CLDR 27) say little more than how many digits a code has. Everywhere ours are the same but \
    for what stands here; letters may be of either case and a blank between the parts may be left out in \
    all.

    | countries | beside libaddressinput |
    | --- | --- |
    \(rows(libaddressinput))

    | countries | beside CLDR |
    | --- | --- |
    \(rows(cldr))

    """

  private static func rows(_ rows: [(String, String)]) -> String {
    rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
  }

  private static let libaddressinput = [
    (
      "AR AT BA BD BE BG BY CH CN CO CU CZ DE ES FR GR HR HU ID IN KR KY LV MX PT SE SI SJ SK TH UA UY",
      "digits with which no code of the country begins are refused"
    ),
    (
      "GB",
      "124 areas; districts 1 to 99, and 0 in ten areas; a letter behind the district only in central "
        + "London (theirs: any digit and letter); last letters without CIKMOV; codes of the overseas "
        + "territories and SAN TA1 are taken"
    ),
    ("GG IM JE", "districts and last letters as in Britain"),
    ("IE", "letters and digits where Eircodes have them; theirs take any seven"),
    ("BL GF GP MF MQ RE PM", "the prefixes of these islands alone; theirs take 98 for 97 too"),
    ("MT", "two digits (old codes) or four, not three"),
    ("CR", "no code with a hyphen"),
    ("FR", "no blank after two digits"),
    (
      "AZ CU HT LT LU LV MD SE SI SV",
      "the prefix may be there or be left out"
    ),
    (
      "AD EC IL KR SA VE",
      "taken besides: AD551 and the like; codes until 2008; a blank; codes until 2015; an additional "
        + "number; a letter behind the digits"
    ),
    ("MW PA PS TD TT", "only ours"),
  ]

  private static let cldr = [
    ("GB GG IM JE IE CR FR MT", "as above, and CLDR has no BF, BX nor Eircodes"),
    (
      "KR PT RS KH TW NI",
      "their present codes, beside the old ones that CLDR knows or in their place"
    ),
    ("BH EC HN IE LB MU NG NI BB", "CLDR takes empty text"),
    ("CK CS YU", "only CLDR: New Zealand's codes, and countries that are no more"),
    ("SO MN LV BN AI AF BT MM RS SV VN", "codes that came later"),
  ]
}
