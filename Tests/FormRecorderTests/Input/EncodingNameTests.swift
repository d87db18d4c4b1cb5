import FormBytes
import FormInput
import FormRules
import Testing

@testable import FormDefinitions

/// Definition files accept the encodings that files can have, by each of their names.
@Suite struct EncodingNameTests {
  @Test func definitionsAcceptEveryLabel() throws {
    for encoding in TextEncoding.allCases {
      for label in [encoding.rawValue] + encoding.otherLabels {
        let definitions = try ParsedDefinitions(yaml: Self.form(label.uppercased()))
        #expect(definitions.forms.first?.file.encoding == encoding.rawValue)
      }
    }
  }

  @Test func anUnknownEncodingSuggestsNoOther() {
    #expect(throws: DefinitionErrors.self) {
      try ParsedDefinitions(yaml: Self.form("windows-1259"))
    }
    #expect(!TextEncoding.unknown("windows-1259").contains("did you mean"))
  }

  private static func form(_ encoding: String) -> String {
    "form: f\nfile: {encoding: \"\(encoding)\"}\nfields: [{name: a, type: text}]\n"
  }
}
