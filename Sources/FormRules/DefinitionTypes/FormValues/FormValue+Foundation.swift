public import Foundation

extension Decimal: FormValue {
  /// The field type of exact decimal numbers.
  public static var fieldType: FieldType { .decimal() }
  /// All digits of the number. NaN, and numbers with more than 38 digits, are rejected.
  public var formText: String? { description }
  /// Parses a number with at most 38 digits.
  public init?(formText: String) {
    guard let exact = ExactDecimal(formText: formText) else { return nil }
    self.init(string: exact.description)
  }
}

extension Date: FormValue {
  /// The field type of timestamps.
  public static var fieldType: FieldType { .datetime() }
  /// The timestamp in RFC 3339 notation, in UTC, to the nanosecond. Dates before the year 1 or
  /// after the year 9999 are rejected with `datetime.invalid`.
  public var formText: String? { Instant(self)?.description ?? "\(timeIntervalSince1970)" }
  /// Parses a timestamp in RFC 3339 notation.
  public init?(formText: String) {
    guard let instant = Instant(text: formText) else { return nil }
    self.init(instant)
  }

  /// Creates the date nearest to an instant.
  public init(_ instant: Instant) {
    let seconds = instant.seconds - Self.secondsToReference
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + Double(instant.nanoseconds) / 1e9)
  }

  /// The seconds from 1970 to 2001, the reference date of `Date`.
  fileprivate static let secondsToReference: Int64 = 978_307_200
}

extension Instant {
  /// Creates the instant of a date, to the nanosecond; nil before the year 1 and after the year
  /// 9999.
  public init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e12 else { return nil }
    var second = interval.rounded(.down)
    var nanosecond = ((interval - second) * 1e9).rounded()
    if nanosecond >= 1e9 { (second, nanosecond) = (second + 1, 0) }
    self.init(seconds: Int64(second) + Date.secondsToReference, nanoseconds: Int32(nanosecond))
    guard (Self.first...Self.last).contains(seconds) else { return nil }
  }

  /// The seconds of 0001-01-01T00:00:00Z and of 9999-12-31T23:59:59Z.
  private static let (first, last): (Int64, Int64) = (-62_135_596_800, 253_402_300_799)

  /// The current time.
  public static var now: Instant { Instant(Date()) ?? Instant(seconds: 0) }
}

extension Data: FormValue {
  /// The field type of files.
  public static var fieldType: FieldType { .file }
  /// A `data:` URI in Base64; empty data is an empty value.
  public var formText: String? {
    isEmpty ? "" : "data:;base64," + base64EncodedString()
  }
  /// Decodes a `data:` URI or Base64.
  public init?(formText: String) {
    let text = Array<UInt8>(formText.utf8)
    let isURI = DataURI.isDataURI(text.span)
    guard let bytes = isURI ? DataURI.decode(text.span) : Base64.decode(text.span) else {
      return nil
    }
    self.init(bytes)
  }
}

extension UUID: FormValue {
  /// The field type of text.
  public static var fieldType: FieldType { .text }
  /// Hyphenated, in upper case.
  public var formText: String? { uuidString }
  /// Parses a hyphenated identifier.
  public init?(formText: String) { self.init(uuidString: formText) }
}

extension URL: FormValue {
  /// The field type of text.
  public static var fieldType: FieldType { .text }
  /// The absolute URL.
  public var formText: String? { absoluteString }
  /// Parses a URL; invalid characters are not percent-encoded.
  public init?(formText: String) { self.init(string: formText, encodingInvalidCharacters: false) }
}
