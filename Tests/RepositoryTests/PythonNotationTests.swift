import FormRules
import FormTestSupport
import Testing

/// The field types in which the Python package writes values in a notation of their own.
@Suite struct PythonNotationTests {
  /// Types whose values it writes as in any other field.
  private static let others: Set = ["file", "number", "text"]

  @Test func everyFieldTypeHasANotation() throws {
    let source = try Repository.text("integrations/python/formrec/notation.py")
    let named = source.matches(of: /field\.type (?:== |in \()((?:"\w+"(?:, )?)+)/)
      .flatMap { $0.1.matches(of: /\w+/).map { String($0.0) } }
    #expect(Self.others.isDisjoint(with: named))
    #expect(Self.others.union(named) == Set(FieldType.names))
  }
}
