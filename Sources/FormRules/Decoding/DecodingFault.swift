/// A part of a JSON document that cannot be decoded.
package struct DecodingFault: Equatable {
  package enum Cause: Equatable {
    /// The document is not a JSON object.
    case malformed
    /// A member that the model needs is missing or null.
    case missing
    /// A value does not have the type of a field.
    case type(FieldType)
    /// An integer is outside the range of its type.
    case outOfRange(FieldType)
    /// A value is not an object.
    case object
    /// A text is not among the values of an enumeration.
    case notListed([String])
    /// A type rejects the value.
    case rejected
    /// The model does not read the member.
    case unknownKey
    /// There are more errors than the maximum.
    case tooMany(Int)
  }

  package let path: [PathElement]
  package let cause: Cause

  package init(path: [PathElement], _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Whether the model has no value at the path.
  var leavesOutValue: Bool {
    switch cause {
    case .unknownKey, .tooMany: false
    case .malformed, .missing, .type, .outOfRange, .object, .notListed, .rejected: true
    }
  }
}
