import FormInput
import FormRules
import Testing

@testable import FormDefinitions

/// Definition files accept the encodings that files can have.
@Suite struct EncodingNameTests {
  @Test func definitionsAcceptEveryEncoding() {
    #expect(
      Set(DefinitionReader.encodings) == Set(TextEncoding.allCases.map(\.rawValue) + ["utf-16"]))
  }
}
