import Testing

@testable import FormRules

/// How the vectors of one rule are judged by ours: which files, what their options mean in our
/// parameters, and the intentional differences.
struct VectorTable: Sendable, CustomTestStringConvertible {
  /// Our rule, or type of field, by its stored name.
  let rule: String
  /// The files, as in `rules_<name>.jsonl`.
  let files: [String]
  /// The minimum share of vectors that agree, in percent.
  let floor: Double
  /// The differences with their reasons. Every vector that disagrees must be covered by one of
  /// these, and each of these must cover at least one vector.
  let disagreements: [Disagreement]
  /// Returns our equivalent of a vector's source and options.
  let reading: @Sendable (Vector) -> VectorReading

  var testDescription: String { rule }

  /// - Parameter files: The names of the files; the default is the name of the rule.
  init(
    _ rule: String, files: [String]? = nil, floor: Double, disagreements: [Disagreement] = [],
    reading: @escaping @Sendable (Vector) -> VectorReading
  ) {
    self.rule = rule
    self.files = files ?? [rule]
    self.floor = floor
    self.disagreements = disagreements
    self.reading = reading
  }
}

/// Our equivalent of a vector's rule.
enum VectorReading {
  /// The table's rule with these parameters, and other rules, on a field of this type. A
  /// value that is not of the type is rejected.
  case rule(
    DefinitionNode? = nil, type: FieldType = .text, trim: Bool = false,
    and: [(String, DefinitionNode?)] = [])
  /// The type of the field, with or without rules.
  case type(FieldType, trim: Bool = false, and: [(String, DefinitionNode?)] = [])
  /// The vector does not count, because we deliberately lack the feature of its options, or have it
  /// in another form.
  case inapplicable(String)
}

/// An intended difference from vectors.
struct Disagreement: Sendable {
  /// The reason, as a sentence without a full stop, for `docs/conformance.md`.
  let reason: String
  /// Whether it applies to a vector.
  let covers: @Sendable (Vector) -> Bool

  init(_ reason: String, covers: @escaping @Sendable (Vector) -> Bool) {
    self.reason = reason
    self.covers = covers
  }

  /// Creates a difference for some inputs of a source.
  init(_ reason: String, source: String? = nil, inputs: [String]) {
    self.init(reason) { vector in
      inputs.contains(vector.input) && (source == nil || vector.source == source)
    }
  }
}
