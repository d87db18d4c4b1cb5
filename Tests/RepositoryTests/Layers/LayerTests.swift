import FormTestSupport
import Foundation
import Testing

/// The folders of some targets are layers: each depends only on lower ones.
@Suite struct LayerTests {
  @Test(arguments: TargetLayers.all)
  func foldersReferOnlyToEarlierFolders(_ target: TargetLayers) throws {
    let files = try SwiftFile.sources(in: target.target).map { file in
      try #require(
        LayeredFile(file, target.layers), "\(file.path): put its folder into the list of layers")
    }
    #expect(Set(files.map(\.folder)) == Set(target.layers.joined()))
    #expect(upwardReferences(in: files) == [])
  }

  @Test(arguments: TargetLayers.all)
  func documentedLayersAreTheTestedOnes(_ target: TargetLayers) throws {
    let page = try Repository.text("docs/architecture/layers.md")
    let start = try #require(page.range(of: "## \(target.target)\n"))
    let rows = page[start.upperBound...].prefix { $0 != "#" }
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
    }
    var tested: [String] = []
    for folder in target.layers.joined() where !folder.isEmpty {
      let name = String(folder.prefix { $0 != "/" })
      if tested.last != name { tested.append(name) }
    }
    #expect(documented == tested)
  }

  @Test func upwardReferencesAreDetected() throws {
    let low = """
      struct Low { let name = "High, \\(High.shared)" }  // High
      extension Low { func act() { rise() } }
      func use(_ low: Low) { low.rise() }
      private struct Other { struct Same {}; let same: Same }
      func name(_ word: Low.Word) {}
      func move(_ way: Way) { if way == .rise { use(.top) } }
      func make() { use(Low(height: 1)); lift() }
      """
    let high = """
      enum High {}
      struct Same {}
      extension Low { func rise() {}; enum Word {}; static let top = Low() }
      extension Low { init(height: Int) {} }
      func lift() {}
      """
    let files = try [("Target/Values/Low.swift", low), ("Target/Judging/High.swift", high)].map {
      try #require(LayeredFile(SwiftFile($0, $1), [["Values"], ["Judging"]]))
    }
    #expect(
      upwardReferences(in: files) == [
        "Target/Values/Low.swift:1: High is declared in Judging",
        "Target/Values/Low.swift:3: rise is declared in Judging",
        "Target/Values/Low.swift:5: Word is declared in Judging",
        "Target/Values/Low.swift:6: top is declared in Judging",
        "Target/Values/Low.swift:7: height is declared in Judging",
        "Target/Values/Low.swift:7: lift is declared in Judging",
      ])
  }
}
