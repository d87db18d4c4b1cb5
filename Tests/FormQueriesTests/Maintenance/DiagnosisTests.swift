import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

@Suite struct DiagnosisTests {
  @Test func jsonHasNumbersAndBooleans() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n")
    let text = try store.recorder.diagnose().json.text
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let size = try FileManager.default.attributesOfItem(atPath: store.recorder.database)[.size]
    #expect(json["size"] as? Int == size as? Int)
    #expect(json["submissions"] as? Int == 1)
    #expect(text.contains(#""foreignKeys":true"#))
    #expect(text.contains(#""journalMode":"wal""#))
    #expect(text.contains(#""writer":null"#))
    #expect((json["freeSpace"] as? Int ?? 0) > 0)
    #expect(json["advice"] as? [String] == [])
  }

  /// A failed copy also deletes SQLite's temporary files beside it.
  @Test func failedCopyLeavesNoFiles() throws {
    let store = try TemporaryStore()
    do {
      let file = try OutputFile(path: store.path("copy.sqlite"), replacing: false, protecting: nil)
      for suffix in ["-journal", "-wal", "-shm"] {
        try Data([1]).write(to: URL(fileURLWithPath: file.temporaryPath + suffix))
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folderPath)
    #expect(!names.contains { $0.hasPrefix(".formrec-") })
  }
}
