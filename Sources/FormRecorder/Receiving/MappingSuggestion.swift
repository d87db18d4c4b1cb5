/// A column without a field that may belong to a field without a column.
public struct MappingSuggestion: Sendable, Equatable {
  /// The name of the column.
  public var column: String
  /// The name of the field.
  public var field: String
  /// Why the column may belong to the field.
  public var reason: Reason

  /// Why a column may belong to a field.
  public enum Reason: Sendable, Equatable {
    /// It is a label of the field.
    case label
    /// A source or an earlier import maps it to the field.
    case earlier
    /// It is like this name of the field.
    case name(String)
    /// Only its values have the type of the field.
    case values
  }
}
