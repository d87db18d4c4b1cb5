import Testing

@testable import FormRules

/// How the vectors of one rule are judged by ours: which files, what their options mean in our
/// parameters, and the intentional differences.
struct VectorTable: Sendable, CustomTestStringConvertible {
  /// Our rule, or type of field, by its stored name.
  let rule: String
  /// The files, as in `rules_<name>.jsonl`.
  let files: [String]
  /// The least share of vectors that must agree, in percent.
  let floor: Double
  /// The differences with their reasons. Every vector that disagrees must be covered by one of these, and each
  /// of these must cover one at least.
  let disagreements: [Disagreement]
  /// What a vector's source and options mean here.
  let reading: @Sendable (Vector) -> VectorReading

  var testDescription: String { rule }

  /// - Parameter files: the rule's own name unless said.
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

/// What judges a vector here.
enum VectorReading {
  /// The table's rule with these parameters, and more rules beside it, on a field of that type. A
  /// value that is not of the type is refused.
  case rule(
    DefinitionNode? = nil, type: FieldType = .text, trim: Bool = false,
    and: [(String, DefinitionNode?)] = [])
  /// The type of the field alone, perhaps with rules beside it.
  case type(FieldType, trim: Bool = false, and: [(String, DefinitionNode?)] = [])
  /// The vector does not count: the options ask for something that we have on purpose in another
  /// form or not at all.
  case inapplicable(String)
}

/// A reason to differ from vectors.
struct Disagreement: Sendable {
  /// The reason, as a sentence without a full stop, for `docs/conformance.md`.
  let reason: String
  /// Whether it is for this vector.
  let covers: @Sendable (Vector) -> Bool

  init(_ reason: String, covers: @escaping @Sendable (Vector) -> Bool) {
    self.reason = reason
    self.covers = covers
  }

  /// A reason for some inputs of a source.
  init(_ reason: String, source: String? = nil, inputs: [String]) {
    self.init(reason) { vector in
      inputs.contains(vector.input) && (source == nil || vector.source == source)
    }
  }
}
