import FormModels
import Testing

@Suite struct ValidationResultTests {
  private func result(_ value: Int, _ codes: String..., warning: String? = nil) -> ValidationResult<
    Int
  > {
    let failures =
      codes.map { ValidationError(rule: "r", code: $0, message: "m") }
      + (warning.map {
        [ValidationError(rule: "r", code: $0, severity: .warning, message: "w")]
      } ?? [])
    return ValidationResult(value, failures: failures)
  }

  private func codes(_ result: ValidationResult<some Any>) -> [String] {
    (result.errors + result.warnings).map(\.code)
  }

  @Test func conjunctionIsValidOnlyIfBothAre() {
    #expect(result(1).and(result(2)).isValid)
    #expect(result(1).and(result(2)).value == 1)
    #expect(codes(result(1, "a").and(result(2))) == ["a"])
    #expect(codes(result(1, "a", warning: "w").and(result(2, "b"))) == ["a", "b", "w"])
    let text = ValidationResult("x", failures: [.init(rule: "r", code: "t", message: "m")])
    #expect(codes(result(1).and(text)) == ["t"])
  }

  @Test func alternativeIsValidIfOneIsAndDropsTheErrors() {
    #expect(result(1, "a").or(result(2)).isValid)
    #expect(codes(result(1).or(result(2, "b"))) == [])
    #expect(codes(result(1, "a").or(result(2, "b"))) == ["a", "b"])
    #expect(codes(result(1, warning: "w").or(result(2, "b"))) == ["w"])
  }

  @Test func resultsAreMergedInOrder() throws {
    let merged = [result(1, "a"), result(2), result(3, "c", "d")].merged()
    #expect(merged.status == .invalid)
    #expect(codes(merged) == ["a", "c", "d"])
    #expect(merged.value == [1, 2, 3])
    let any = try #require([result(1, "a"), result(2)].satisfyAny())
    #expect(any.isValid)
    #expect(any.errors.isEmpty)
    #expect([result(1, "a"), result(2, "b")].satisfyAny().map(codes) == ["a", "b"])
  }

  @Test func emptyMergeIsValidAndEmptyAlternativeIsNot() {
    #expect([ValidationResult<Int>]().merged().isValid)
    #expect([ValidationResult<Int>]().satisfyAny() == nil)
  }

  @Test func errorsCanBeSelectedByField() {
    let errors = ["a", nil, "a"].map {
      ValidationError(field: $0, rule: "r", code: "c", message: "m")
    }
    let result = ValidationResult(0, failures: errors)
    #expect(result.errors(at: "a").count == 2)
    #expect(result.errors(at: nil).count == 1)
    #expect(result.errors(at: "b").isEmpty)
  }
}
