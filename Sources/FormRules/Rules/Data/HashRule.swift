/// Requires the digest of a hash function.
struct HashRule: Rule {
  static let name = "hash"
  static let documentation = RuleDocumentation(
    "The text is the digest of a hash function, in hexadecimal.",
    discussion: """
      As many hexadecimal digits, in either case, as the function's digest has. Algorithms: \
      \(HashRule.digits.map(\.name).joined(separator: ", ")). Functions of the same length cannot \
      be told apart.
      """,
    mainParameter: "algorithm",
    types: ["text"],
    parameters: [.texts("algorithm", "The algorithm, or a list of algorithms.")],
    codes: [.init("hash.invalid", "{label} must be a hexadecimal digest ({algorithm}).")],
    examples: [
      .init(
        "md5", accepts: ["d41d8cd98f00b204e9800998ecf8427e", "D41D8CD98F00B204E9800998ECF8427E"],
        rejects: [
          "d41d8cd98f00b204e9800998ecf8427", "d41d8cd98f00b204e9800998ecf8427e0",
          "g41d8cd98f00b204e9800998ecf8427e", "d41d8cd98f00b204e9800998ecf8427e\n",
        ]),
      .init(
        ["sha1", "sha256"],
        accepts: [
          "da39a3ee5e6b4b0d3255bfef95601890afd80709",
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ],
        rejects: ["d41d8cd98f00b204e9800998ecf8427e"]),
    ])

  /// How many hexadecimal digits the digests have.
  private static let digits: [(name: String, count: Int)] = [
    ("crc32", 8), ("crc32b", 8), ("md4", 32), ("md5", 32), ("ripemd128", 32), ("ripemd160", 40),
    ("sha1", 40), ("sha224", 56), ("sha256", 64), ("sha384", 96), ("sha512", 128),
    ("sha512-224", 56), ("sha512-256", 64), ("sha3-224", 56), ("sha3-256", 64), ("sha3-384", 96),
    ("sha3-512", 128), ("blake2s", 64), ("blake2b", 128), ("blake3", 64), ("tiger128", 32),
    ("tiger160", 40), ("tiger192", 48), ("whirlpool", 128), ("xxh64", 16), ("xxh128", 32),
  ]

  private let counts: [Int]
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let names = try parameters.texts("algorithm"), !names.isEmpty else {
      throw parameters.error("needs an algorithm")
    }
    var counts: [Int] = []
    for name in names {
      guard let algorithm = Self.digits.first(where: { $0.name == name }) else {
        throw .unknown(
          "algorithm", name, known: Self.digits.map(\.name),
          at: parameters["algorithm"]?.location ?? parameters.location)
      }
      counts.append(algorithm.count)
    }
    self.counts = counts
    arguments = [MessageArgument("algorithm", alternatives: names)]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    counts.contains(text.count) && text.isMade(of: .hexDigits) ? .passes : .fails("hash.invalid")
  }
}
