import FormRules
import Testing

@testable import FormQueries

/// The text of numbers in tables, byte by byte.
@Suite struct TableTextTests {
  @Test(
    arguments: [
      (0, 0, "0"), (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (1230, 2, "12.30"),
      (-12, 0, "-12"), (1, 18, "0.000000000000000001"), (1, 19, "0.0000000000000000001"),
      (Int128(Int64.max), 0, "9223372036854775807"),
      (Int128(Int64.min), 18, "-9.223372036854775808"),
      (Int128(Int64.min), 19, "-0.9223372036854775808"),
      (Int128(Int64.max) + 1, 2, "92233720368547758.08"),
    ] as [(Int128, UInt8, String)])
  func decimalsKeepTheirScale(mantissa: Int128, scale: UInt8, expected: String) {
    var text: [UInt8] = [0x7C]
    text.append(ExactDecimal(mantissa: mantissa, scale: scale))
    #expect(String(decoding: text, as: UTF8.self) == "|" + expected)
  }

  @Test(
    arguments: [
      (0, 1, "0"), (0, 2, "00"), (7, 2, "07"), (123, 2, "123"), (5, 9, "000000005"),
      (UInt64.max, 1, "18446744073709551615"),
    ] as [(UInt64, Int, String)])
  func digitsArePaddedToAWidth(value: UInt64, width: Int, expected: String) {
    var text: [UInt8] = []
    text.append(digits: value, width: width)
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }
}
