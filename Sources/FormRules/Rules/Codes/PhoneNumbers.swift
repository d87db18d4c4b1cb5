/// The phone numbers of all countries as a finite automaton over digits, read from `PhoneTable` on
/// first use (less than a millisecond, 150 KiB).
struct PhoneNumbers: Sendable {
  /// The kinds of a phone number; empty if it is not a valid number.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8
    static let fixed = Kinds(rawValue: 1)
    static let mobile = Kinds(rawValue: 2)
    /// Toll-free, premium, shared-cost, internet, personal, pager and company numbers, voice mail.
    static let other = Kinds(rawValue: 4)
    static let any: Kinds = [.fixed, .mobile, .other]
  }

  /// The numbering plan of a country.
  struct Country: Sendable {
    /// ISO 3166-1 alpha-2.
    let code: String
    let callingCode: Int
    let callingCodeWidth: Int
    /// The start state for national significant numbers.
    fileprivate let numbers: UInt16
    /// The start state for numbers as dialled within the country, with or without a trunk prefix.
    fileprivate let dialled: UInt16
  }

  static let shared = PhoneNumbers()

  /// All countries, sorted by code.
  let countries: [Country]
  /// The start state for the numbers after each calling code; 0 for unassigned codes.
  private let callingCodes: [UInt16]
  /// The transitions, ten for each state. State 0 is the dead state.
  private let targets: [UInt16]
  private let kinds: [Kinds]

  private init() {
    countries = PhoneTable.countries.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 4, let code = Int(parts[1]), let numbers = UInt16(parts[2]),
        let dialled = UInt16(parts[3])
      else { return nil }
      return Country(
        code: String(parts[0]), callingCode: code, callingCodeWidth: parts[1].utf8.count,
        numbers: numbers, dialled: dialled)
    }
    var callingCodes = [UInt16](repeating: 0, count: 1000)
    for line in PhoneTable.callingCodes.split(separator: "\n") {
      let parts = line.split(separator: " ").compactMap { Int($0) }
      if parts.count == 2, callingCodes.indices.contains(parts[0]) {
        callingCodes[parts[0]] = UInt16(parts[1])
      }
    }
    self.callingCodes = callingCodes
    (targets, kinds) = Self.states(PhoneTable.states)
  }

  /// Decodes the output of `encoded` in scripts/make-phone-table.py.
  private static func states(_ text: String) -> ([UInt16], [Kinds]) {
    var targets: [UInt16] = []
    var kinds: [Kinds] = []
    targets.reserveCapacity(PhoneTable.stateCount * 10)
    kinds.reserveCapacity(PhoneTable.stateCount)
    let bytes = Array(text.utf8)
    var index = 0
    /// The index of the next character in the alphabet: printable ASCII without `"` and `\`.
    func next() -> Int {
      while bytes[index] <= 0x20 { index += 1 }
      let byte = bytes[index]
      index += 1
      return Int(byte) - 0x21 - (byte > 0x5C ? 2 : byte > 0x22 ? 1 : 0)
    }
    for state in 1...PhoneTable.stateCount {
      let (mask, runs) = next().quotientAndRemainder(dividingBy: 10)
      kinds.append(Kinds(rawValue: UInt8(mask)))
      for run in 0...runs {
        let left = 10 * state - targets.count
        let count = run < runs ? min(next(), left) : left
        let target = UInt16(next() * 92 + next())
        targets.append(contentsOf: repeatElement(target, count: count))
      }
    }
    return (targets, kinds)
  }

  /// The kinds of the number that begins at `start`, from a start state of the automaton.
  private func kinds(_ digits: PackedDigits, from start: Int, in root: UInt16) -> Kinds {
    var state = Int(root)
    var index = start
    while index < digits.count, state > 0 {
      state = Int(targets[state &* 10 &+ digits[index]])
      index += 1
    }
    return kinds[state]
  }

  /// The kinds of an international number of any country, whose calling code begins at `start`.
  func kinds(international digits: PackedDigits, from start: Int) -> Kinds {
    var code = 0
    // No calling code is a prefix of another.
    for width in 1...3 where start + width <= digits.count {
      code = code * 10 + digits[start + width - 1]
      if callingCodes[code] != 0 {
        return kinds(digits, from: start + width, in: callingCodes[code])
      }
    }
    return []
  }

  /// The kinds of an international number of one country, whose calling code begins at `start`.
  func kinds(
    international digits: PackedDigits, from start: Int, in country: Country
  ) -> Kinds {
    let end = start + country.callingCodeWidth
    guard end < digits.count else { return [] }
    var code = 0
    for index in start..<end { code = code * 10 + digits[index] }
    return code == country.callingCode ? kinds(digits, from: end, in: country.numbers) : []
  }

  /// The kinds of a number as dialled within the country.
  func kinds(national digits: PackedDigits, in country: Country) -> Kinds {
    kinds(digits, from: 0, in: country.dialled)
  }
}
