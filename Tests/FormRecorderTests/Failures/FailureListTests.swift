import FormRecorderTestSupport
import FormTestSupport
import Testing

@testable import FormRecorder

@Suite struct FailureListTests {
  /// Two headers of a file may differ only in the normalization of their characters.
  @Test func columnsThatLookAlikeAreSeparate() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email,\u{E9},e\u{301}\n200,Ana,a@b.de,1,2\n300,Bo,a@b.de,2,1\n")
    for (field, submissions) in [("\u{E9}", [1, 2]), ("e\u{301}", [2, 1])] as [(String, [Int64])] {
      var request = FailureListRequest(form: "people")
      request.sorting = field
      let list = try store.recorder.failures(request)
      let names = list.columns.suffix(2).map { Array($0.name.utf8) }
      #expect(names == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
      #expect(list.rows.map(\.submission) == submissions)
    }
  }
}
