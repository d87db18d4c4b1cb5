/// A search for the submissions of one record or one person by values.
public struct RecordSearch: Sendable {
  /// A field and the value that it must have.
  public struct Condition: Sendable, Equatable {
    /// The field's name, its header or one of its aliases, in any version of the form, or the
    /// header of a column that the form does not name.
    public var field: String
    /// The value: the text as submitted, or any text for the same number, date, time or boolean.
    public var value: String

    /// Creates a condition.
    public init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// The form. Optional if the store has only one form.
  public var form: String?
  /// The conditions, all of which must hold.
  public var conditions: [Condition]

  /// The fields of the conditions that identify a record, if all fields of the form's key are
  /// required.
  package var keyFields: [String]?
  /// Whether the search may reveal masked values. Its result shows whether somebody submitted a
  /// value. If false, a condition on a masked field is refused. A malformed record may contain a
  /// masked value anywhere, so it is left out if the form masks such records.
  package var showsSensitive = true

  /// Creates a search for the submissions that meet all conditions.
  public init(form: String? = nil, _ conditions: [Condition]) {
    self.form = form
    self.conditions = conditions
  }
}
