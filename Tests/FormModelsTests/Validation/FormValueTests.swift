import FormModels
import Foundation
import Testing

@testable import FormRules

/// A value, its text for rules, and the code of its type error.
struct ValueCase: Sendable, CustomTestStringConvertible {
  let value: any FormValue
  let text: String?
  let code: String?

  init(_ value: any FormValue, _ text: String?, fails code: String? = nil) {
    self.value = value
    self.text = text
    self.code = code
  }

  var testDescription: String { "\(type(of: value)) \(text ?? "nil")" }
}

@Suite struct FormValueTests {
  private enum Plan: String, FormValue { case free, paid }
  private enum Level: Int, FormValue { case low = 1, high = 10 }

  private static let cases: [ValueCase] = [
    .init("ana", "ana"), .init("", ""), .init("ana lima".dropFirst(4), "lima"),
    .init("e\u{301}\0", "e\u{301}\0"),
    .init(true, "true"), .init(false, "false"),
    .init(Int.min, "-9223372036854775808"), .init(Int8(-128), "-128"),
    .init(UInt16(65_535), "65535"), .init(UInt32.max, "4294967295"),
    .init(UInt64(Int64.max), "9223372036854775807"),
    .init(UInt64.max, "18446744073709551615", fails: "integer.outOfRange"),
    .init(Int128.min, "-170141183460469231731687303715884105728", fails: "integer.outOfRange"),
    .init(0.1, "0.1"), .init(-0.0, "-0.0"), .init(1e-7, "1e-07"),
    .init(Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    .init(Double.leastNonzeroMagnitude, "5e-324"),
    .init(Double.nan, "nan", fails: "number.invalid"),
    .init(Double.infinity, "inf", fails: "number.invalid"),
    .init(-Double.infinity, "-inf", fails: "number.invalid"),
    .init(Float(0.1), "0.1"), .init(Float(16_777_216), "16777216.0"),
    .init(Float.nan, "nan", fails: "number.invalid"),
    .init(Decimal(string: "0.30")!, "0.3"),
    .init(Decimal(string: "12345678901234567890.123456789")!, "12345678901234567890.123456789"),
    .init(Decimal(string: "-1e-5")!, "-0.00001"),
    .init(Decimal.nan, "NaN", fails: "decimal.invalid"),
    .init(
      Decimal(string: "1e60")!, "1" + String(repeating: "0", count: 60), fails: "decimal.outOfRange"
    ),
    .init(ExactDecimal(mantissa: 150, scale: 2), "1.50"),
    .init(CalendarDate(year: 2024, month: 2, day: 29)!, "2024-02-29"),
    .init(TimeOfDay(formText: "09:30")!, "09:30:00"),
    .init(Instant(seconds: 0, nanoseconds: 500_000_000), "1970-01-01T00:00:00.5Z"),
    .init(Date(timeIntervalSince1970: -1), "1969-12-31T23:59:59Z"),
    .init(Date(timeIntervalSinceReferenceDate: 0.25), "2001-01-01T00:00:00.25Z"),
    .init(Date(timeIntervalSinceReferenceDate: -0.25), "2000-12-31T23:59:59.75Z"),
    .init(Date(timeIntervalSinceReferenceDate: 0.999_999_999_9), "2001-01-01T00:00:01Z"),
    .init(Date.distantFuture, "4001-01-01T00:00:00Z"),
    .init(Date(timeIntervalSince1970: 253_402_300_799), "9999-12-31T23:59:59Z"),
    .init(
      Date(timeIntervalSince1970: 253_402_300_800), "253402300800.0", fails: "datetime.invalid"),
    .init(Date(timeIntervalSince1970: .nan), "nan", fails: "datetime.invalid"),
    .init(Date(timeIntervalSince1970: .infinity), "inf", fails: "datetime.invalid"),
    .init(["a", "b,c", "\"\n"], #"["a","b,c","\"\n"]"#), .init([String](), ""),
    .init([""], #"[""]"#), .init([1, 2], #"["1","2"]"#), .init([true], #"["true"]"#),
    .init(Data([0xFF, 0x00]), "data:;base64,/wA="), .init(Data(), ""),
    .init([UInt8]([0xFF, 0x00]), "data:;base64,/wA="),
    .init([UInt8](), ""), .init([Int8(1)], #"["1"]"#),
    .init(Optional<Int>.none, nil), .init(Optional(5), "5"), .init(Optional(""), ""),
    .init(Optional<[String]>(["a"]), #"["a"]"#),
    .init(Plan.free, "free"), .init(Level.high, "10"),
    .init(
      UUID(uuidString: "f81d4fae-7dec-41d0-a765-00a0c91e6bf6")!,
      "F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"),
    .init(URL(string: "https://example.com/a?b=c")!, "https://example.com/a?b=c"),
  ]

  @Test(arguments: cases) func aValueIsJudgedByItsText(_ test: ValueCase) throws {
    #expect(test.value.formText == test.text)
    let result = try judge(test.value)
    #expect(result.errors.map(\.code) == [test.code].compactMap { $0 })
  }

  @Test(arguments: cases) func valuesRoundTripThroughText(_ test: ValueCase) throws {
    guard let text = test.text, test.code == nil else { return }
    #expect(readBack(test.value, text) == text)
  }

  /// The result of a validator for the value's own type, without rules.
  private func judge<Value: FormValue>(_ value: Value) throws -> ValidationResult<any FormValue> {
    let result = try Validator(for: Value.self).validate(value)
    return ValidationResult(value, failures: result.errors)
  }

  private func readBack<Value: FormValue>(_ value: Value, _ text: String) -> String? {
    Value(formText: text)?.formText
  }

  @Test func listsAreReadFromJSON() {
    let text = "[\"a\\n\\ud83d\\ude00\", null , 1.50,true, [1, {\"b\\\\\": \" \\\"\"}] ]"
    #expect([String](formText: text) == ["a\n😀", "", "1.50", "true", #"[1,{"b\\":" \""}]"#])
    #expect([Int](formText: "") == [] && [Int](formText: "[ ]") == [])
    for malformed in ["[1", "[1,", "[1,]", "[1 2]", "[\"\\ud83d\"]", "{}", " [1]", "[01]"] {
      #expect([String](formText: malformed) == nil, "\(malformed)")
    }
  }

  /// The precision of `Date`, which is 0.1 microseconds for current dates.
  @Test func datesAreJudgedToTheInstant() throws {
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000.125)
    let next = Date(timeIntervalSinceReferenceDate: 800_000_000.125.nextUp)
    let validator = try Validator(for: Date.self, .after(date))
    #expect(!validator.isValid(date))
    #expect(validator.isValid(next))
    #expect(Date(formText: next.formText!) == next)
  }

  @Test func decimalsAreExact() throws {
    let validator = try Validator(for: Decimal.self, .range(max: "0.3"))
    let sum = Decimal(string: "0.1")! + Decimal(string: "0.2")!
    #expect(validator.isValid(sum))
    #expect(!validator.isValid(sum + Decimal(string: "0.00000000000000000001")!))
    // Binary numbers are inexact.
    #expect(!(try Validator(for: Double.self, .range(max: 0.3)).isValid(0.1 + 0.2)))
    #expect(try Validator(for: Float.self, .range(max: "0.1")).isValid(0.1))
  }

  @Test func nilIsMissingAndAnEmptyTextIsEmpty() throws {
    let required = try Validator(for: String?.self, .required)
    #expect(!required.isValid(nil))
    #expect(!required.isValid(""))
    #expect(required.isValid(" "))
    let optional = try Validator(for: Int?.self, .range(min: 1))
    #expect(optional.isValid(nil))
    #expect(!optional.isValid(0))
  }

  @Test func anEmptyArrayIsEmpty() throws {
    #expect(!(try Validator(for: [String].self, .required).isValid([])))
    #expect(try Validator(for: [String].self, .contains("a")).isValid([]))
    let length = try Validator(for: [Int].self, .length(min: 1).validatesEmpty())
    #expect(!length.isValid([]))
    #expect(length.isValid([7]))
  }

  @Test func itemsMayContainAnyText() throws {
    let validator = try Validator(for: [String].self, .in(["a,b", "\"", "\u{1F600}"]))
    #expect(validator.isValid(["a,b", "\"", "\u{1F600}"]))
    #expect(!validator.isValid(["a", "b"]))
  }

  @Test func dataIsAFile() throws {
    let validator = try Validator(for: Data.self, .byteSize(max: 3))
    #expect(validator.isValid(Data([0xFF, 0xFE, 0])))
    #expect(!validator.isValid(Data([1, 2, 3, 4])))
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(try Validator(for: Data.self, .media(.image)).isValid(png))
    #expect(try !Validator(for: [UInt8].self, .media(.audio)).isValid([UInt8](png)))
    let first = RuleEntry.custom("png", "") { (bytes: [UInt8]) in bytes.first == 0x89 }
    #expect(try Validator(for: Data.self, first).isValid(png))
  }

  @Test func aStringMayBeReadAsAnotherType() throws {
    let validator = try Validator(
      as: .date(formats: [DateFormat("dd/MM/yyyy")!]), .before("2020-01-01"))
    #expect(validator.isValid("31/12/2019"))
    #expect(validator.validate("2019-12-31").errors.map(\.code) == ["date.invalid"])
  }
}
