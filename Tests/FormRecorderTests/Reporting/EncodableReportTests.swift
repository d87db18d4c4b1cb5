import FormTestSupport
import Foundation
import Testing

/// Programs encode the reports that the command line prints.
@Suite struct EncodableReportTests {
  /// Every public type with JSON of its own, except those that only occur in others.
  @Test(arguments: ["FormQueries", "FormRecorder"])
  func publicReportsAreEncodable(_ target: String) throws {
    let root = Repository.root.appendingPathComponent("Sources/\(target)")
    let type = /(?:^|\n)public struct (\w+)[^\n]*\{\n((?:[^}].*\n|\n)*)\}/
    var (names, encodable): ([String], Set<String>) = ([], [])
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      names += text.matches(of: type).filter { $0.2.contains("\n  package var json: JSON {") }
        .map { String($0.1) }
      encodable.formUnion(text.matches(of: /extension (\w+): Encodable/).map { String($0.1) })
    }
    #expect(names.count > 8)
    #expect(names.filter { !encodable.contains($0) } == [])
  }
}
