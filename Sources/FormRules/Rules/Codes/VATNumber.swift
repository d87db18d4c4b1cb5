import FormBytes

/// A VAT number without its prefix and separators.
struct VATNumber {
  private let code: CompactText
  private let start: Int
  private let count: Int

  /// The part of the code from an index on.
  init(_ code: CompactText, from start: Int) {
    self.code = code
    self.start = start
    count = code.count - start
  }

  /// Whether the number has the format; see `VATFormat.patterns`.
  func matches(_ pattern: [UInt8]) -> Bool {
    guard count == pattern.count else { return false }
    for index in 0..<count {
      let byte = code[start + index]
      switch pattern[index] {
      case UInt8(ascii: "#"): if !byte.isASCIIDigit { return false }
      case UInt8(ascii: "@"): if !byte.isASCIILetter { return false }
      case UInt8(ascii: "*"): if !byte.isASCIILetter, !byte.isASCIIDigit { return false }
      case UInt8(ascii: "?"): if byte.isASCIIDigit { return false }
      default: if byte != pattern[index] { return false }
      }
    }
    return true
  }

  /// Whether the number is in the assigned ranges of the country:
  ///
  /// - Britain and Northern Ireland: GD000 to GD499 for government departments, HA500 to HA999 for
  ///   health authorities, and check digits of at most 97 for all others.
  /// - Italy: an office of 001 to 100, 120, 121, 888 or 999.
  func isInRange(of country: String) -> Bool {
    if country == "IT" {
      let office = number(7..<10)
      return (1...100).contains(office) || [120, 121, 888, 999].contains(office)
    }
    guard country == "GB" || country == "XI" else { return true }
    if isDigit(0) { return number(7..<9) <= 97 }
    return (number(2..<5) < 500) == (byte(0) == UInt8(ascii: "G"))
  }

  private func digit(_ index: Int) -> Int { code.digit(start + index) }
  private func byte(_ index: Int) -> UInt8 { code[start + index] }
  private func isDigit(_ index: Int) -> Bool { byte(index).isASCIIDigit }
  private func number(_ range: Range<Int>) -> Int {
    code.number(start + range.lowerBound..<start + range.upperBound)
  }
  private func sum(_ weights: [Int], from index: Int = 0) -> Int {
    code.weightedSum(weights, from: start + index)
  }
  private func satisfiesLuhn(_ range: Range<Int>) -> Bool {
    code.satisfiesLuhn(start + range.lowerBound..<start + range.upperBound)
  }

  /// Whether the check digits are valid according to the algorithm of the country's tax office.
  /// Numbers without check digits count as valid, and so do numbers of persons whose check digits
  /// come from another register.
  func hasRightCheckDigits(of country: String) -> Bool {
    switch country {
    case "AT": (96 - code.luhnSum(start + 1..<start + 8).value) % 10 == digit(8)
    // The Australian Business Number: 1 is subtracted from the first digit; the check digits are 11
    // to 99.
    case "AU":
      number(0..<2) > 10 && (sum([10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 == 0
    case "BE": number(0..<10) > 0 && digit(0) < 2 && (number(0..<8) + number(8..<10)) % 97 == 0
    case "BG": isBulgarian
    case "CH": sum([5, 4, 3, 2, 7, 6, 5, 4, 1]) % 11 == 0
    case "CY": isCypriot
    case "CZ": isCzech
    case "DE": digit(0) > 0 && satisfiesMod1110(9)
    case "DK": digit(0) > 0 && sum([2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0
    case "EE": sum([3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 == 0
    case "ES": isSpanish
    case "FI": sum([7, 9, 10, 5, 8, 4, 2, 1]) % 11 == 0
    case "FR": isFrench
    case "GB", "XI": isBritish
    case "GR": sum([256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == digit(8)
    case "HR": satisfiesMod1110(11)
    case "HU": sum([9, 7, 3, 1, 9, 7, 3, 1]) % 10 == 0
    case "IE": isIrish
    case "IT": number(0..<7) > 0 && satisfiesLuhn(0..<11)
    case "LT": isLithuanian
    case "LU": number(0..<6) % 89 == number(6..<8)
    case "LV": digit(0) < 4 ? isLatvianPerson : sum([9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 == 3
    case "MT": digit(0) > 0 && sum([3, 4, 6, 7, 8, 9, 10, 1]) % 37 == 0
    case "NL": isDutch
    case "NO": sum([3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0
    case "PL": sum([6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == digit(9)
    case "PT": digit(0) > 0 && (11 - sum([9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11 % 10 == digit(8)
    case "RO": isRomanian
    case "SE": satisfiesLuhn(0..<10) && (1...94).contains(number(10..<12))
    case "SI": digit(0) > 0 && isSlovenian
    case "SK": digit(0) > 0 && [2, 3, 4, 7, 8, 9].contains(digit(2)) && number(0..<10) % 11 == 0
    default: true
    }
  }
}

// MARK: Check digits with more than a weighted sum

extension VATNumber {
  /// ISO 7064, MOD 11,10.
  private func satisfiesMod1110(_ length: Int) -> Bool {
    var product = 10
    for index in 0..<length - 1 {
      let sum = (digit(index) + product) % 10
      product = (sum == 0 ? 10 : sum) * 2 % 11
    }
    return (11 - product) % 10 == digit(length - 1)
  }

  private var isBulgarian: Bool {
    if count == 9 {
      var check = sum([1, 2, 3, 4, 5, 6, 7, 8]) % 11
      if check == 10 { check = sum([3, 4, 5, 6, 7, 8, 9, 10]) % 11 }
      return check % 10 == digit(8)
    }
    // Numbers of citizens, of foreigners, and of others.
    return sum([2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == digit(9) && hasBulgarianBirthday
      || sum([21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 == digit(9)
      || (11 - sum([4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11 == digit(9)
  }

  /// Whether the civil number has a valid date of birth. 20 is added to the month before 1900, and
  /// 40 from 2000 on.
  private var hasBulgarianBirthday: Bool {
    let month = number(2..<4)
    let (century, offset) = month > 40 ? (2000, 40) : month > 20 ? (1800, 20) : (1900, 0)
    return isDay(century + number(0..<2), month - offset, day: number(4..<6))
  }

  private func isDay(_ year: Int, _ month: Int, day: Int) -> Bool {
    CalendarDate(year: year, month: month, day: day) != nil
  }

  /// The number of a person: the date of birth with its century or, from 2017 on, 32 instead of a
  /// date.
  private var isLatvianPerson: Bool {
    let isNew = number(0..<2) == 32
    return
      (isNew || isDay(1800 + digit(6) * 100 + number(4..<6), number(2..<4), day: number(0..<2)))
      && (1 + sum([10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11 % 10 == digit(10)
  }

  private var isCypriot: Bool {
    let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
    var sum = 0
    for index in 0..<8 { sum += index.isMultiple(of: 2) ? odd[digit(index)] : digit(index) }
    return number(0..<2) != 12 && UInt8(sum % 26) + UInt8(ascii: "A") == byte(8)
  }

  private var isCzech: Bool {
    switch count {
    case 8:
      let check = (11 - sum([8, 7, 6, 5, 4, 3, 2]) % 11) % 11
      return digit(0) < 9 && (check == 0 ? 1 : check) % 10 == digit(7)
    case 9 where digit(0) == 6:
      let check = sum([8, 7, 6, 5, 4, 3, 2], from: 1) % 11
      return (8 - (10 - check + 11) % 11 + 10) % 10 == digit(8)
    default: return isCzechPerson
    }
  }

  /// The birth number of a person. Until 1953 it had no check digit, and until 1984 a remainder of
  /// 10 was written as 0. 50 is added to the month for women, and 20 if the numbers of a day are
  /// exhausted.
  private var isCzechPerson: Bool {
    var year = 1900 + number(0..<2)
    if count == 9 {
      if year >= 1980 { year -= 100 }
      guard year <= 1953 else { return false }
    } else if year < 1954 {
      year += 100
    }
    guard isDay(year, number(2..<4) % 50 % 20, day: number(4..<6)) else { return false }
    if count == 9 { return true }
    let check = number(0..<9) % 11
    return (year < 1985 ? check % 10 : check) == digit(9)
  }

  private static let spanish = Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)
  private static let spanishCompanies = Array("ABCDEFGHJNPQRSUVW".utf8)
  private static let spanishChecks = Array("JABCDEFGHI".utf8)

  private var isSpanish: Bool {
    func isPerson(_ number: Int) -> Bool { Self.spanish[number % 23] == byte(8) }
    if isDigit(0) { return isPerson(number(0..<8)) }
    switch byte(0) {
    case UInt8(ascii: "K"), UInt8(ascii: "L"), UInt8(ascii: "M"): return isPerson(number(1..<8))
    case UInt8(ascii: "X")...UInt8(ascii: "Z"):
      return isPerson(Int(byte(0) - UInt8(ascii: "X")) * 10_000_000 + number(1..<8))
    default:
      // Of the seven digits, the first, third, fifth and last are doubled.
      var sum = 0
      for index in 1..<8 {
        let digit = digit(index)
        sum += index.isMultiple(of: 2) ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
      }
      let check = (10 - sum % 10) % 10
      return Self.spanishCompanies.contains(byte(0))
        && (isDigit(8) ? digit(8) == check : byte(8) == Self.spanishChecks[check])
    }
  }

  private static let french = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)

  private var isFrench: Bool {
    guard let first = Self.french.firstIndex(of: byte(0)),
      let second = Self.french.firstIndex(of: byte(1)),
      // Numbers of Monaco, which begin with 000, are not SIREN numbers.
      number(2..<5) == 0 || satisfiesLuhn(2..<11)
    else { return false }
    if isDigit(0), isDigit(1) { return number(0..<2) == (number(2..<11) * 100 + 12) % 97 }
    let check = isDigit(0) ? first * 24 + second - 10 : first * 34 + second - 100
    return (number(2..<11) + 1 + check / 11) % 11 == check % 11
  }

  private var isBritish: Bool {
    guard isDigit(0) else { return true }
    let remainder = sum([8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
    // In numbers assigned since 2010, 55 is added to the check digits, which leaves 42.
    return remainder == 0 || number(0..<3) >= 100 && (remainder == 42 || remainder == 55)
  }

  private static let irish = Array("WABCDEFGHIJKLMNOPQRSTUV".utf8)

  private var isIrish: Bool {
    var total: Int
    if isDigit(1) {
      total = sum([8, 7, 6, 5, 4, 3, 2])
      if count == 9 {
        guard let last = Self.irish.firstIndex(of: byte(8)) else { return false }
        total += 9 * last
      }
    } else {
      // In the old format, the first digit moves to the end.
      total = sum([7, 6, 5, 4, 3], from: 2) + 2 * digit(0)
    }
    return Self.irish[total % 23] == byte(7)
  }

  private var isLithuanian: Bool {
    let last = count - 1
    func check(_ shift: Int) -> Int {
      var sum = 0
      for index in 0..<last { sum += (1 + (index + shift) % 9) * digit(index) }
      return sum % 11
    }
    let first = check(0)
    return digit(last - 1) == 1 && (first == 10 ? check(2) % 10 : first) == digit(last)
  }

  private var isDutch: Bool {
    guard number(10..<12) > 0 else { return false }
    if sum([9, 8, 7, 6, 5, 4, 3, 2, 0]) % 11 == digit(8) { return true }
    // Since 2020, the number with the prefix NL satisfies MOD 97-10 (ISO 7064).
    var remainder = 2321
    for index in 0..<count {
      let value = code.value(start + index)
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
    }
    return remainder == 1
  }

  private var isRomanian: Bool {
    let weights = [7, 5, 3, 2, 1, 7, 5, 3, 2]
    let last = count - 1
    var sum = 0
    for index in 0..<last { sum += weights[weights.count - last + index] * digit(index) }
    return digit(0) > 0 && 10 * sum % 11 % 10 == digit(last)
  }

  private var isSlovenian: Bool {
    let check = 11 - sum([8, 7, 6, 5, 4, 3, 2]) % 11
    return check == 10 ? digit(7) == 0 : check == digit(7)
  }
}
