extension FormValue where Self: FixedWidthInteger {
  /// A whole number.
  public static var fieldType: FieldType { .integer }
  /// The digits. What does not fit 64 bits is refused as `integer.outOfRange`.
  public var formText: String? { description }
  /// The number, if it fits.
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
  /// A binary number.
  public static var fieldType: FieldType { .number }
  /// The shortest text that is this number and no other of its type: 0.1 for `Float(0.1)` too.
  /// Infinity and what is not a number are refused as `number.invalid`.
  public var formText: String? { description }
  /// The nearest number.
  public init?(formText: String) {
    guard FieldType.number.literal(formText) != nil else { return nil }
    self.init(formText)
  }
}

extension Double: FormValue {}
extension Float: FormValue {}

extension ExactDecimal: FormValue {
  /// An exact decimal number.
  public static var fieldType: FieldType { .decimal() }
  /// The digits as they are held: 1.50 keeps its zero.
  public var formText: String? { description }
  /// The number, with at most 38 digits.
  public init?(formText: String) {
    guard case .decimal(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}
