import Foundation

/// The damage to text that is read in another encoding than it was written in, or saved in one that
/// lacks its letters.
enum EncodingDamage: Equatable {
  /// Written in one encoding and read in another, once or twice.
  case misdecoded(from: String, as: String)
  /// Question marks or U+FFFD stand for letters.
  case lettersReplaced
  /// Letters lost their accents, or are gone.
  case accentsLost

  /// The damage that explains why a text became another one; nil when none does.
  ///
  /// Only text that is not ASCII can be damaged. Blanks at the ends, and whether blanks break, do not
  /// count: programs change these beside.
  init?(_ before: String, _ after: String) {
    guard before.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let after = Array(after.withPlainBlanks.unicodeScalars)
    let decodings = Decoding.all(of: before)
    if let exact = decodings.first(where: { $0.text.elementsEqual(after) }) {
      self = exact.damage
      return
    }
    let letters = Array(before.withPlainBlanks.unicodeScalars)
    if let loss = after.isEmpty ? nil : LetterLoss.damage(letters, after) {
      self = loss
      return
    }
    guard let lossy = decodings.first(where: { $0.isLossy(after) }) else { return nil }
    self = lossy.damage
  }

  /// Whether the same change may be a person's correction of a rejected text: accents that a rule forbids, or
  /// text that was damaged when it first came in and is repaired.
  func mayCorrect(_ before: String, to after: String) -> Bool {
    switch self {
    case .misdecoded(from: "UTF-8", as: _), .lettersReplaced: false
    case .misdecoded: after.oddities <= before.oddities
    case .accentsLost: true
    }
  }
}

/// The result of decoding a text wrongly.
private struct Decoding {
  let damage: EncodingDamage
  /// Without blanks at the ends.
  let text: [Unicode.Scalar]

  init?(_ damage: EncodingDamage, of before: String, _ text: String) {
    guard text != before else { return nil }
    self.damage = damage
    self.text = Array(text.withPlainBlanks.unicodeScalars)
  }

  /// Every known wrong decoding of a text; UTF-8 comes first, which is the most likely one.
  static func all(of before: String) -> [Decoding] {
    var all: [Decoding?] = []
    for reading in SingleByteEncoding.allCases {
      let damage = EncodingDamage.misdecoded(from: "UTF-8", as: reading.rawValue)
      let once = reading.decode(before.utf8)
      all += [
        Decoding(damage, of: before, once), Decoding(damage, of: before, reading.decode(once.utf8)),
      ]
    }
    for writing in SingleByteEncoding.allCases {
      guard let bytes = writing.encode(before) else { continue }
      for reading in SingleByteEncoding.allCases where writing != reading {
        let damage = EncodingDamage.misdecoded(from: writing.rawValue, as: reading.rawValue)
        all.append(Decoding(damage, of: before, reading.decode(bytes)))
      }
    }
    return all.compactMap(\.self)
  }

  /// Whether the decoded text became another one in a program that has a question mark, U+FFFD or nothing for
  /// bytes without a meaning, which are controls here.
  func isLossy(_ other: [Unicode.Scalar]) -> Bool {
    var place = 0
    for scalar in text {
      let next = place < other.count ? other[place] : nil
      if next == scalar {
        place += 1
      } else if (0x80..<0xA0).contains(scalar.value) || scalar == "\u{FFFD}" {
        if next == "?" || next == "\u{FFFD}" { place += 1 }
      } else {
        return false
      }
    }
    return place == other.count
  }
}

extension String {
  /// Without blanks at the ends, and with plain ones inside.
  fileprivate var withPlainBlanks: String {
    var text = replacing("\u{A0}", with: " ")[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }

  /// How many characters are not ASCII and no letters, or capitals behind small letters: what wrong decodings
  /// leave behind.
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

/// Finds out whether a text became another one by the loss of letters that are not ASCII.
private struct LetterLoss {
  private let after: [Unicode.Scalar]
  /// The places in `after` that have been reached, each with what was lost on the way there.
  private var reached: [Int: Losses] = [0: []]
  /// The most places that are followed, so that time is linear in the text.
  private static let maximumPlaces = 64

  private struct Losses: OptionSet {
    let rawValue: UInt8
    /// `?` or U+FFFD stands for a character.
    static let replaced = Losses(rawValue: 1)
    /// A letter lost its accent, or is gone.
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

  /// Follows a character of the original to all that may have become of it.
  private mutating func follow(_ scalar: Unicode.Scalar) {
    var next: [Int: Losses] = [:]
    for (place, losses) in reached.sorted(by: { $0.key < $1.key }).prefix(Self.maximumPlaces) {
      for (loss, count) in outcomes(of: scalar, at: place) {
        next[place + count, default: []].formUnion(losses.union(loss))
      }
    }
    reached = next
  }

  /// The possible losses of a character, each with the number of characters in its place.
  private func outcomes(of scalar: Unicode.Scalar, at place: Int) -> [(Losses, Int)] {
    let next = place < after.count ? after[place] : nil
    if next == scalar { return [([], 1)] }
    if scalar.isASCII { return [] }
    var outcomes: [(Losses, Int)] = []
    if next == "?" || next == "\u{FFFD}" {
      // One for the character, for each unit of UTF-16, or for each byte.
      let run = after[place...].prefix(4).prefix { $0 == next }.count
      let counts = Set([1, UTF16.width(scalar), UTF8.width(scalar)].filter { $0 <= run })
      outcomes += counts.map { (.replaced, $0) }
    }
    let isLetter = scalar.properties.isAlphabetic
    let plain = Self.plain[scalar] ?? scalar.baseInASCII
    if let plain, after[place...].starts(with: plain.unicodeScalars) {
      // Strasse is how people write as well.
      outcomes.append((isLetter && scalar != "ß" ? .accent : [], plain.unicodeScalars.count))
    }
    let isMark = scalar.properties.generalCategory == .nonspacingMark
    if isMark || isLetter && plain != nil { outcomes.append((.accent, 0)) }
    return outcomes
  }

  /// Letters that are not composed of one and an accent, and signs, with what takes their place in ASCII.
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
  /// The letter of ASCII that it is with an accent.
  fileprivate var baseInASCII: String? {
    let base = String(self).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.flatMap { $0.isASCII ? String($0) : nil }
  }
}
