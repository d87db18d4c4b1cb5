#if Server
import FormRecorder
import FormRules

/// A condition of `$filter`. As in OData (part 2, 5.1.1), a comparison with a missing value is true
/// or false, and functions of a missing value are unknown (nil), which selects nothing.
indirect enum ODataCondition {
  case compare(ODataOperand, Comparison, ODataOperand)
  case isIn(ODataOperand, [ODataOperand])
  case text(TextFunction, ODataOperand, ODataOperand)
  case value(ODataOperand)
  case and(ODataCondition, ODataCondition)
  case or(ODataCondition, ODataCondition)
  case not(ODataCondition)

  static let comparisons: [String: Comparison] = [
    "eq": .equal, "ne": .notEqual, "gt": .greater, "ge": .greaterOrEqual, "lt": .less,
    "le": .lessOrEqual,
  ]

  enum TextFunction: String { case contains, startswith, endswith }

  func holds(for record: FeedRecord) -> Bool? {
    switch self {
    case .compare(let left, let comparison, let right):
      return comparison.holds(left.literal(record), right.literal(record))
    case .isIn(let operand, let values):
      let value = operand.literal(record)
      return values.contains { Comparison.equal.holds(value, $0.literal(record)) }
    case .text(let function, let text, let part):
      guard let text = text.literal(record)?.bytes, let part = part.literal(record)?.bytes else {
        return nil
      }
      switch function {
      case .contains: return text.contains(part)
      case .startswith: return text.starts(with: part)
      case .endswith: return text.reversed().starts(with: part.reversed())
      }
    case .value(let operand):
      guard case .boolean(let value) = operand.literal(record)?.value else { return nil }
      return value
    case .and(let left, let right):
      let first = left.holds(for: record)
      if first == false { return false }
      guard let second = right.holds(for: record) else { return nil }
      return second ? first : false
    case .or(let left, let right):
      let first = left.holds(for: record)
      if first == true { return true }
      guard let second = right.holds(for: record) else { return nil }
      return second ? true : first
    case .not(let condition): return condition.holds(for: record).map { !$0 }
    }
  }
}

/// A value in a condition or an order.
indirect enum ODataOperand {
  case property(ODataModel.Property)
  case literal(Literal?, ODataType?)
  case lower(ODataOperand)
  case upper(ODataOperand)

  /// The type, or nil for `null`.
  var type: ODataType? {
    switch self {
    case .property(let property): property.type
    case .literal(_, let type): type
    case .lower, .upper: .string
    }
  }

  func literal(_ record: FeedRecord) -> Literal? {
    switch self {
    case .property(let property): record[property.source]
    case .literal(let literal, _): literal
    case .lower(let text): text.literal(record).map { Literal(text: $0.text.lowercased()) }
    case .upper(let text): text.literal(record).map { Literal(text: $0.text.uppercased()) }
    }
  }
}

extension Comparison {
  /// Missing values are equal to each other and to nothing else, and have no order.
  fileprivate func holds(_ left: Literal?, _ right: Literal?) -> Bool {
    guard let left, let right else {
      return self == (left == nil && right == nil ? .equal : .notEqual)
    }
    guard let order = left.odataOrder(to: right) else { return self == .notEqual }
    return holds(order)
  }
}

extension Literal {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The order of values, or nil if they cannot be compared. Text is ordered by its UTF-8 bytes.
  func odataOrder(to other: Literal) -> Ordering? {
    guard value.isText, other.value.isText else { return value.order(to: other.value) }
    if bytes == other.bytes { return .equal }
    return bytes.lexicographicallyPrecedes(other.bytes) ? .ascending : .descending
  }
}

extension Value {
  fileprivate var isText: Bool {
    switch self {
    case .text, .list, .file: true
    default: false
    }
  }
}

extension FeedRecord {
  /// The value of a property.
  subscript(source: ODataModel.Property.Source) -> Literal? {
    switch source {
    case .submission: Literal(.integer(submissionID), bytes: [])
    case .importID: Literal(.integer(importID), bytes: [])
    case .record: Literal(.integer(Int64(record)), bytes: [])
    case .line: Literal(.integer(line), bytes: [])
    case .field(let field): self[field]
    }
  }
}

extension Literal? {
  /// The value in JSON.
  ///
  /// - Parameter numbersAsText: Whether 64-bit integers and decimals are strings.
  func odataJSON(numbersAsText: Bool) -> JSON {
    switch self?.value {
    case nil, .missing, .empty, .invalid: .null
    case .text, .list, .file: .string(self?.text ?? "")
    case .integer(let number): numbersAsText ? .string(String(number)) : .integer(number)
    case .decimal(let decimal):
      numbersAsText ? .string(decimal.description) : .number(decimal.description)
    case .number(let number): .number(number.description)
    case .boolean(let flag): .bool(flag)
    case .date(let date): .string(date.description)
    case .time(let time): .string(time.description)
    case .datetime(let instant): .string(instant.description)
    }
  }
}
#endif
