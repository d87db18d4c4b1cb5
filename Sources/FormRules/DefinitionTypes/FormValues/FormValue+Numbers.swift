extension FormValue where Self: FixedWidthInteger {
  /// The field type of integers.
  public static var fieldType: FieldType { .integer }
  /// The digits of the number. Numbers outside the range of 64 bits are rejected with
  /// `integer.outOfRange`.
  public var formText: String? { description }
  /// Parses a number; nil if it is out of range.
  public init?(formText: String) { self.init(formText) }
}

extension Int: FormValue {}
extension Int8: FormValue {}
extension Int16: FormValue {}
extension Int32: FormValue {}
extension Int64: FormValue {}
extension Int128: FormValue {}
extension UInt: FormValue {}
extension UInt8: FormValue {}
extension UInt16: FormValue {}
extension UInt32: FormValue {}
extension UInt64: FormValue {}
extension UInt128: FormValue {}

extension FormValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// The field type of binary floating-point numbers.
  public static var fieldType: FieldType { .number }
  /// The shortest text that identifies the number among those of its type: 0.1 also for
  /// `Float(0.1)`. Infinity and NaN are rejected with `number.invalid`.
  public var formText: String? { description }
  /// Parses a number; rounds to the nearest one. Nil if that is infinity.
  public init?(formText: String) {
    guard FieldType.number.literal(formText) != nil, let value = Self(formText), value.isFinite
    else { return nil }
    self = value
  }
}

extension Double: FormValue {}
extension Float: FormValue {}

extension ExactDecimal: FormValue {
  /// The field type of exact decimal numbers.
  public static var fieldType: FieldType { .decimal() }
  /// The digits of the number, with trailing zeros: 1.50 stays 1.50.
  public var formText: String? { description }
  /// Parses a number with at most 38 digits.
  public init?(formText: String) { self.init(formText) }
}
