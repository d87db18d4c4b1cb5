/// Requires the hexadecimal digest of a hash function.
struct HashRule: TextRule {
  static let name = "hash"
  static let algorithm = Parameter<[String]?>(
    "algorithm", effect: .onlyListed(), "The algorithm, or a list of algorithms.")

  static let documentation = RuleDocumentation(
    "The text is the digest of a hash function, in hexadecimal.",
    discussion: """
      The text must have as many hexadecimal digits, of either case, as the digest of the \
      algorithm. Algorithms: \(HashRule.digits.map(\.name).joined(separator: ", ")). Algorithms \
      with digests of the same length cannot be distinguished.
      """,
    mainParameter: "algorithm",
    types: ["text"],
    parameters: [algorithm],
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

  /// The number of hexadecimal digits of each digest.
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
    guard let names = try parameters[Self.algorithm], !names.isEmpty else {
      throw parameters.error("requires an algorithm", .missing(nil))
    }
    var counts: [Int] = []
    for name in names {
      guard let algorithm = Self.digits.first(where: { $0.name == name }) else {
        throw .unknown(
          "algorithm", name, known: Self.digits.map(\.name),
          at: parameters.location(of: Self.algorithm))
      }
      counts.append(algorithm.count)
    }
    self.counts = counts
    arguments = [MessageArgument("algorithm", alternatives: names)]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    counts.contains(text.count) && text.consists(of: .hexDigits) ? .passes : .fails("hash.invalid")
  }
}

extension DeclaredRule {
  /// The text is the hexadecimal digest of one of the hash functions.
  public static func hash(_ algorithms: RuleEntry.HashAlgorithm...) -> Self {
    Self(HashRule.self, HashRule.algorithm(algorithms.map(\.rawValue)))
  }
}

extension RuleEntry {
  /// Hash functions.
  public enum HashAlgorithm: String, ParameterValue, CaseIterable, Sendable {
    /// Named after the algorithm.
    case crc32, crc32b, md4, md5, ripemd128, ripemd160, sha1, sha224, sha256, sha384, sha512
    /// SHA-512/224: SHA-512 truncated to 224 bits.
    case sha512_224 = "sha512-224"
    /// SHA-512/256: SHA-512 truncated to 256 bits.
    case sha512_256 = "sha512-256"
    /// SHA3-224.
    case sha3_224 = "sha3-224"
    /// SHA3-256.
    case sha3_256 = "sha3-256"
    /// SHA3-384.
    case sha3_384 = "sha3-384"
    /// SHA3-512.
    case sha3_512 = "sha3-512"
    /// Named after the algorithm.
    case blake2s, blake2b, blake3, tiger128, tiger160, tiger192, whirlpool, xxh64, xxh128
  }
}
