/// The references that can replace the constant in rules that read `RuleParameters.comparand`.
enum Comparand {
  static let field = Parameter<String?>(
    "field", effect: .unknown, "The name of another field to compare with.", as: .name)
  static let parameter = Parameter<String?>(
    "param", effect: .unknown, "The name of a run parameter to compare with.", as: .name)
}

extension FieldType {
  /// The stored names of the types whose values are ordered.
  static let orderedNames = FieldType.Kind.allCases
    .filter { $0.isNumeric || $0.isTemporal }.map(\.rawValue)

  /// Returns whether values of the two types can be compared.
  func isComparable(with other: FieldType) -> Bool {
    name == other.name || isNumeric && other.isNumeric || isDateLike && other.isDateLike
  }

  /// Whether values are dates or timestamps, so that they can be compared with `now` and `today`.
  var isDateLike: Bool {
    switch self {
    case .date, .datetime: true
    default: false
    }
  }
}
