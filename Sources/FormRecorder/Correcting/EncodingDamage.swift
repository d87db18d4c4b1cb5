import Foundation

/// Damage from reading text in the wrong encoding, or from saving it in an encoding without its
/// letters.
enum EncodingDamage: Equatable {
  /// Written in one encoding and read in another, once or twice.
  case misdecoded(from: String, as: String)
  /// Letters were replaced by question marks or U+FFFD.
  case lettersReplaced
  /// Letters lost their accents or were dropped.
  case accentsLost

  /// Determines the damage that changed one text to another. Returns nil if no damage explains the
  /// change.
  ///
  /// Only non-ASCII text can be damaged. Leading and trailing spaces and the difference between
  /// spaces and no-break spaces are ignored, because programs change these as well.
  init?(_ before: String, _ after: String) {
    guard before.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let after = Array(after.withPlainBlanks.unicodeScalars)
    let misdecodings = Misdecoding.all(of: before)
    if let exact = misdecodings.first(where: { $0.text.elementsEqual(after) }) {
      self = exact.damage
      return
    }
    let letters = Array(before.withPlainBlanks.unicodeScalars)
    if let loss = after.isEmpty ? nil : LetterLoss.damage(letters, after) {
      self = loss
      return
    }
    guard let lossy = misdecodings.first(where: { $0.isLossy(after) }) else { return nil }
    self = lossy.damage
  }

  /// Whether the same change may be a person's correction of a rejected text: the removal of
  /// accents that a rule forbids, or the repair of text that was damaged on arrival.
  func mayCorrect(_ before: String, to after: String) -> Bool {
    switch self {
    case .misdecoded(from: "UTF-8", as: _), .lettersReplaced: false
    case .misdecoded: after.oddities <= before.oddities
    case .accentsLost: true
    }
  }
}

/// The result of decoding a text with a wrong encoding.
private struct Misdecoding {
  let damage: EncodingDamage
  /// The decoded text without leading and trailing spaces.
  let text: [Unicode.Scalar]

  init?(_ damage: EncodingDamage, of before: String, _ text: String) {
    guard text != before else { return nil }
    self.damage = damage
    self.text = Array(text.withPlainBlanks.unicodeScalars)
  }

  /// All known wrong decodings of a text. UTF-8 comes first as the most likely one.
  static func all(of before: String) -> [Misdecoding] {
    var all: [Misdecoding?] = []
    for reading in SingleByteEncoding.all {
      let damage = EncodingDamage.misdecoded(from: "UTF-8", as: reading.name)
      let once = reading.decode(before.utf8)
      all += [
        Misdecoding(damage, of: before, once),
        Misdecoding(damage, of: before, reading.decode(once.utf8)),
      ]
    }
    for writing in SingleByteEncoding.all {
      guard let bytes = writing.encode(before) else { continue }
      for reading in SingleByteEncoding.all where writing.name != reading.name {
        let damage = EncodingDamage.misdecoded(from: writing.name, as: reading.name)
        all.append(Misdecoding(damage, of: before, reading.decode(bytes)))
      }
    }
    return all.compactMap(\.self)
  }

  /// Whether the decoded text was changed by a program that replaces bytes without a meaning, which
  /// are control characters here, by a question mark, U+FFFD or nothing.
  func isLossy(_ other: [Unicode.Scalar]) -> Bool {
    var position = 0
    for scalar in text {
      let next = position < other.count ? other[position] : nil
      if next == scalar {
        position += 1
      } else if (0x80..<0xA0).contains(scalar.value) || scalar == "\u{FFFD}" {
        if next == "?" || next == "\u{FFFD}" { position += 1 }
      } else {
        return false
      }
    }
    return position == other.count
  }
}

extension String {
  /// The text without leading and trailing spaces, and with no-break spaces converted to spaces.
  fileprivate var withPlainBlanks: String { replacing("\u{A0}", with: " ").trimmed }

  /// The number of non-ASCII characters that are not letters, or are uppercase after lowercase.
  /// Wrong decodings produce such characters.
  fileprivate var oddities: Int {
    var count = 0
    var isBehindSmall = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      let isLetter = properties.isLowercase || properties.isUppercase
      if !scalar.isASCII, !isLetter || isBehindSmall && properties.isUppercase { count += 1 }
      isBehindSmall = properties.isLowercase
    }
    return count
  }
}

/// Determines whether the loss of non-ASCII letters changed one text to another.
private struct LetterLoss {
  private let after: [Unicode.Scalar]
  /// The reachable positions in `after`, each with the losses on the way to it.
  private var reached: [Int: Losses] = [0: []]
  /// The maximum number of positions to follow, which keeps the time linear in the length of the
  /// text.
  private static let maximumPositions = 64

  private struct Losses: OptionSet {
    let rawValue: UInt8
    /// A character was replaced by `?` or U+FFFD.
    static let replaced = Losses(rawValue: 1)
    /// A letter lost its accent or was dropped.
    static let accent = Losses(rawValue: 2)
  }

  static func damage(_ before: [Unicode.Scalar], _ after: [Unicode.Scalar]) -> EncodingDamage? {
    var loss = LetterLoss(after)
    for scalar in before {
      loss.follow(scalar)
      if loss.reached.isEmpty { return nil }
    }
    guard let losses = loss.reached[after.count] else { return nil }
    if losses.contains(.replaced) { return .lettersReplaced }
    return losses.contains(.accent) ? .accentsLost : nil
  }

  private init(_ after: [Unicode.Scalar]) { self.after = after }

  /// Follows a character of the original to all its possible results.
  private mutating func follow(_ scalar: Unicode.Scalar) {
    var next: [Int: Losses] = [:]
    for (position, losses) in reached.sorted(by: { $0.key < $1.key }).prefix(Self.maximumPositions)
    {
      for outcome in outcomes(of: scalar, at: position) {
        next[position + outcome.length, default: []].formUnion(losses.union(outcome.losses))
      }
    }
    reached = next
  }

  /// The possible losses of a character, each with the length of its replacement.
  private func outcomes(of scalar: Unicode.Scalar, at position: Int)
    -> [(losses: Losses, length: Int)]
  {
    let next = position < after.count ? after[position] : nil
    if next == scalar { return [([], 1)] }
    if scalar.isASCII { return [] }
    var outcomes: [(losses: Losses, length: Int)] = []
    if next == "?" || next == "\u{FFFD}" {
      // One replacement per character, per UTF-16 unit, or per byte.
      let run = after[position...].prefix(4).prefix { $0 == next }.count
      let counts = Set([1, UTF16.width(scalar), UTF8.width(scalar)].filter { $0 <= run })
      outcomes += counts.map { (.replaced, $0) }
    }
    let isLetter = scalar.properties.isAlphabetic
    let plain = Self.plain[scalar] ?? scalar.baseInASCII
    if let plain, after[position...].starts(with: plain.unicodeScalars) {
      // People also write ss for ß, as in Strasse.
      outcomes.append((isLetter && scalar != "ß" ? .accent : [], plain.unicodeScalars.count))
    }
    let isMark = scalar.properties.generalCategory == .nonspacingMark
    if isMark || isLetter && plain != nil { outcomes.append((.accent, 0)) }
    return outcomes
  }

  /// Letters that do not decompose into a base letter and an accent, and symbols, with their ASCII
  /// replacements.
  private static let plain: [Unicode.Scalar: String] = [
    "Æ": "AE", "æ": "ae", "Ø": "O", "ø": "o", "Œ": "OE", "œ": "oe", "Ł": "L", "ł": "l", "Đ": "D",
    "đ": "d", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ı": "i", "ß": "ss", "Ħ": "H", "ħ": "h",
    "Ŧ": "T", "ŧ": "t",
    "\u{2018}": "'", "\u{2019}": "'", "\u{201A}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
    "\u{201E}": "\"", "\u{2013}": "-", "\u{2014}": "-", "\u{2026}": "...", "\u{AB}": "\"",
    "\u{BB}": "\"",
  ]
}

extension Unicode.Scalar {
  /// The ASCII base letter of an accented letter.
  fileprivate var baseInASCII: String? {
    let base = String(self).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.flatMap { $0.isASCII ? String($0) : nil }
  }
}
