// Data, identifiers and colours in text.
extension RuleEntry {
  /// The text is a UUID.
  public static func uuid(
    versions: [Int]? = nil, nil takesNil: Bool? = nil, max: Bool? = nil,
    forms: [UUIDForm]? = nil, profile: Strictness? = nil
  ) -> RuleEntry {
    RuleEntry(
      UuidRule.self,
      [
        "versions": ParameterList(versions), "nil": takesNil, "max": max,
        "forms": ParameterList(forms), "profile": profile,
      ])
  }

  /// The text is a ULID.
  public static var ulid: RuleEntry { RuleEntry("ulid") }

  /// The text is a version number, such as 1.4.0 (Semantic Versioning).
  public static func semver(
    prefix: Bool? = nil, prerelease: Bool? = nil, build: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(SemverRule.self, ["prefix": prefix, "prerelease": prerelease, "build": build])
  }

  /// The text is JSON.
  public static func json(kinds: [JSONKind]? = nil) -> RuleEntry {
    RuleEntry(JsonRule.self, ["kinds": ParameterList(kinds)])
  }

  /// The text is a JSON Web Token in compact form.
  public static func jwt(unsecured: Bool? = nil) -> RuleEntry {
    RuleEntry(JwtRule.self, ["unsecured": unsecured])
  }

  /// The text is the digest of one of the hash functions, in hexadecimal.
  public static func hash(_ algorithms: HashAlgorithm...) -> RuleEntry {
    RuleEntry(HashRule.self, ["algorithm": ParameterList(algorithms)])
  }

  /// The text is made of hexadecimal digits.
  public static func hex(
    prefix: Presence? = nil, bytes: Int? = nil, even: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(HexRule.self, ["prefix": prefix, "bytes": bytes, "even": even])
  }

  /// The text is data in Base32.
  public static func base32(
    alphabet: Base32Alphabet? = nil, padding: Presence? = nil, lowerCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(Base32Rule.self, ["alphabet": alphabet, "padding": padding, "lowerCase": lowerCase])
  }

  /// The text is data in Base64.
  public static func base64(
    urlSafe: Bool? = nil, padding: Presence? = nil, lineBreaks: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(Base64Rule.self, ["urlSafe": urlSafe, "padding": padding, "lineBreaks": lineBreaks])
  }

  /// The text is a colour as CSS writes it.
  public static func color(
    forms: [ColorForm]? = nil, profile: ColorProfile? = nil, percentages: Bool? = nil,
    spaces: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      ColorRule.self,
      [
        "forms": ParameterList(forms), "profile": profile, "percentages": percentages,
        "spaces": spaces,
      ])
  }

  /// The text is a colour in hexadecimal, such as #1e90ff.
  public static func hexColor(
    hash: Presence? = nil, short: Bool? = nil, alpha: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(HexColorRule.self, ["hash": hash, "short": short, "alpha": alpha])
  }
}

extension RuleEntry {
  /// How a UUID is written.
  public enum UUIDForm: String, ParameterValue, CaseIterable, Sendable {
    /// With hyphens, as 32 digits, in braces, as a URN.
    case hyphenated, plain, braced, urn
  }

  /// What a JSON value is.
  public enum JSONKind: String, ParameterValue, CaseIterable, Sendable {
    /// By its name in JSON.
    case object, array, string, number, boolean, null
  }

  /// Hash functions.
  public enum HashAlgorithm: String, ParameterValue, CaseIterable, Sendable {
    /// By their usual names.
    case crc32, crc32b, md4, md5, ripemd128, ripemd160, sha1, sha224, sha256, sha384, sha512
    /// SHA-2, cut to so many bits.
    case sha512_224 = "sha512-224"
    /// SHA-2, cut to so many bits.
    case sha512_256 = "sha512-256"
    /// SHA-3 of so many bits.
    case sha3_224 = "sha3-224"
    /// SHA-3 of so many bits.
    case sha3_256 = "sha3-256"
    /// SHA-3 of so many bits.
    case sha3_384 = "sha3-384"
    /// SHA-3 of so many bits.
    case sha3_512 = "sha3-512"
    /// By their usual names.
    case blake2s, blake2b, blake3, tiger128, tiger160, tiger192, whirlpool, xxh64, xxh128
  }

  /// Alphabets of Base32.
  public enum Base32Alphabet: String, ParameterValue, CaseIterable, Sendable {
    /// RFC 4648, its extended hexadecimal one, or Crockford's.
    case standard, hex, crockford
  }

  /// How a colour is written.
  public enum ColorForm: String, ParameterValue, CaseIterable, Sendable {
    /// In hexadecimal, by a function, by name, by keyword, or by a system colour's name.
    case hex, rgb, rgba, hsl, hsla, named, keyword, system
  }

  /// What counts as a colour.
  public enum ColorProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By the level of CSS.
    case css4, css3
  }
}
