import FormInput
import FormStore
import Testing

@testable import FormRecorder

@Suite struct ImportStartTests {
  /// Corrections from standard input, which need no operator, do not look as if a person without an
  /// account had entered them on a page.
  @Test(
    arguments: [
      (.file, "/data/a.csv", "a.csv"), (.stream, "-", nil), (.correction, "/data/a.csv", "a.csv"),
      (.correction, "-", "standard input"), (.correction, nil, nil),
    ] as [(ImportKind, String?, String?)])
  func onlyEnteredCorrectionsHaveNoFile(_ kind: ImportKind, path: String?, name: String?) {
    let start = ImportStart(kind, of: path, DetectedProperties(), columns: [])
    #expect(start.fileName == name)
  }
}
