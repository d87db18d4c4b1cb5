/// Requires or forbids emoji.
struct EmojiRule: TextRule {
  static let name = "emoji"
  static let present = Parameter<Bool>(
    "present", effect: .unknown, "Whether an emoji is required (true) or forbidden (false).",
    default: true)
  static let only = Parameter<Bool>(
    "only", effect: .stricterIfTrue, "Whether the text must contain only emoji.")
  static let profile = Parameter<RuleEntry.EmojiProfile>(
    "profile", effect: .unknown, "The definition of an emoji.", default: .unicode)

  static let documentation = RuleDocumentation(
    "The text contains an emoji, only emoji, or no emoji.",
    discussion: """
      According to UTS #51, an emoji is a character that is displayed as an emoji by default \
      (Emoji_Presentation), or a character that has an emoji form and is followed by U+FE0F, or a \
      digit, # or * in a keycap (U+20E3). So plain digits are not emoji, and neither are © and ™ \
      in their text form. The profile `loose` accepts every character with the property Emoji, \
      including digits.
      """,
    mainParameter: "present",
    types: ["text"],
    parameters: [present, only, profile],
    codes: [
      .init("emoji.none", "{label} must contain an emoji."),
      .init("emoji.found", "{label} must not contain emoji."),
      .init("emoji.other", "{label} must contain nothing but emoji."),
    ],
    examples: [
      .init(
        accepts: ["so \u{1F600}", "\u{2764}\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{1F1E9}\u{1F1EA}"],
        rejects: ["abc1", "#*", "\u{2764}", "\u{A9} 2026", "\u{200D}", "\u{1F600}\u{FE0E}"]),
      .init(
        "false", accepts: ["Room 101", "caf\u{E9} \u{2122}"],
        rejects: ["ok \u{1F44D}\u{1F3FD}", "\u{1F469}\u{200D}\u{1F680}"], code: "emoji.found"),
      .init(
        ["only": "true"],
        accepts: [
          "\u{1F600}", "\u{1F469}\u{200D}\u{1F680}\u{1F44D}\u{1F3FD}", "\u{1F1E9}\u{1F1EA}",
          "0\u{FE0F}\u{20E3}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
        ], rejects: ["\u{1F600} ", "\u{1F600}a", "1", "\u{200D}"], code: "emoji.other"),
      .init(["profile": "loose"], accepts: ["abc1", "\u{A9}"], rejects: ["abc"]),
    ])

  private let isPresent, isOnly: Bool
  private let profile: RuleEntry.EmojiProfile

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    isPresent = try parameters[Self.present]
    isOnly = try parameters[Self.only]
    profile = try parameters[Self.profile]
    if isOnly, !isPresent { throw parameters.error("only goes with present: true", at: Self.only) }
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    if profile == .unicode, !isOnly, text.isASCII {
      return isPresent ? .fails("emoji.none") : .passes
    }
    let content = scan(text)
    if isOnly { return content.hasEmoji && !content.hasOthers ? .passes : .fails("emoji.other") }
    if isPresent { return content.hasEmoji ? .passes : .fails("emoji.none") }
    return content.hasEmoji ? .fails("emoji.found") : .passes
  }

  private struct Content {
    var hasEmoji = false
    /// Whether there is anything else.
    var hasOthers = false
  }

  private func scan(_ text: Span<UInt8>) -> Content {
    var content = Content()
    var index = 0
    while index < text.count {
      let scalar = text.nextScalar(&index)
      var next = index
      let follower = next < text.count ? text.nextScalar(&next) : nil
      if isEmoji(scalar, follower) {
        content.hasEmoji = true
        // Joiners, variation selectors, keycaps and tags that follow belong to the emoji.
        while index < text.count {
          var behind = index
          guard Self.isPart(text.nextScalar(&behind)) else { break }
          index = behind
        }
      } else {
        content.hasOthers = true
      }
    }
    return content
  }

  private func isEmoji(_ scalar: Unicode.Scalar, _ follower: Unicode.Scalar?) -> Bool {
    if scalar.isASCII, profile == .unicode, follower != "\u{FE0F}", follower != "\u{20E3}" {
      return false
    }
    let properties = scalar.properties
    guard properties.isEmoji else { return false }
    if profile == .loose { return true }
    // A character that is text by default needs U+FE0F or a keycap after it; U+FE0E requests the
    // text form of the others.
    if properties.isEmojiPresentation { return follower != "\u{FE0E}" }
    return follower == "\u{FE0F}" || follower == "\u{20E3}"
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE0F, 0x20E3, 0x200D, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}

extension RuleEntry {
  /// The definition of an emoji.
  public enum EmojiProfile: String, ParameterValue, CaseIterable, Sendable {
    /// Characters that Unicode displays as emoji (UTS #51).
    case unicode
    /// Every character with the Unicode property Emoji, including digits, # and *.
    case loose
  }
}
