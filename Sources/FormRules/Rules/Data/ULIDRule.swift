/// Requires a ULID (github.com/ulid/spec).
struct ULIDRule: TextRule {
  static let name = "ulid"
  static let documentation = RuleDocumentation(
    "The text is a ULID.",
    discussion: """
      26 characters of Crockford's Base32, of either case: digits and letters except I, L, O and U \
      (the ULID specification, github.com/ulid/spec). They encode 130 bits for a value of 128, so \
      the first is 0 to 7.
      """,
    types: ["text"],
    codes: [
      .init(
        "ulid.invalid",
        "{label} must be a ULID{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: [
          "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav",
          "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        ],
        rejects: [
          "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVX",
          "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAL", "01ARZ3NDEKTSV4RRFFQ69G5FAO",
          "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01ARZ3NDEK-TSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FA\n",
          "A1ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5F\u{C4}",
        ])
    ])

  private static let letters = ASCIISet(
    "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz")

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {}

  var samples: [[String]] { [["01ARZ3NDEKTSV4RRFFQ69G5FAV"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let isULID =
      text.count == 26 && text[0] <= UInt8(ascii: "7") && text.consists(of: Self.letters)
    return isULID ? .passes : .fails("ulid.invalid")
  }
}
