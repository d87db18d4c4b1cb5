import FormTestSupport
import Foundation
import Testing

/// Runs every kept input through the entry points that libFuzzer calls; `Tests/fuzz/run`
/// searches for more.
@Suite struct FuzzCorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func corpusInputsAreHandled(_ target: FuzzTarget) throws {
    let folder = Repository.fixture("fuzz/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let input = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let failure = target.failure(on: input)
      #expect(failure == nil, "\(target)/\(name)")
    }
  }
}
