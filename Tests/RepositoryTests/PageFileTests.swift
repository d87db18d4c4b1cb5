import FormTestSupport
import Foundation
import Testing

/// The scripts and style sheets of pages. The files in `Pages/` are the source; the libraries
/// contain them without comments, blank lines and indentation.
@Suite struct PageFileTests {
  /// The scripts and style sheets of a target by file name, with the files that they include.
  private func texts(of target: String) throws -> [(file: String, text: String)] {
    var used: Set<String> = []
    func lines(of file: String) throws -> [Substring] {
      used.insert(file)
      return try Repository.text("Pages/\(target)/\(file)")
        .split(separator: "\n").flatMap { line in
          let line = line.drop { $0 == " " }
          if let part = line.wholeMatch(of: /\/\/ include (.+)/) {
            return try lines(of: String(part.1))
          }
          let isComment = line.hasPrefix("//") || line.hasPrefix("/*") && line.hasSuffix("*/")
          return line.isEmpty || isComment ? [] : [line]
        }
    }
    let files = try [".css", ".js"].flatMap {
      try Repository.files(in: "Pages/\(target)", ending: $0)
    }.sorted()
    let texts = try files.filter { !$0.contains("/") }.map { file in
      (file, try lines(of: file).joined(separator: "\n"))
    }
    #expect(used == Set(files), "every file in a folder is included")
    return texts
  }

  @Test(arguments: ["FormPages", "FormServer"])
  func textsMatchTheirFiles(_ target: String) throws {
    let constants = try texts(of: target).map { file, text in
      let parts = file.split(separator: ".")
      return GeneratedSource.constant("static let \(parts[0])\(parts[1].uppercased())", text)
    }
    let declaration = """
      /// The files of `Pages/\(target)/` without comments, blank lines and indentation.
      enum PageTexts {
      \(constants.joined(separator: "\n"))}

      """
    let text = target == "FormServer" ? "#if Server\n\(declaration)#endif\n" : declaration
    #expect(try GeneratedSource(target, "PageTexts", by: Self.self).difference(of: text) == nil)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/node")),
    arguments: ["FormPages", "FormServer"])
  func scriptsAreValid(_ target: String) throws {
    let folder = try TemporaryFolder()
    for (file, text) in try texts(of: target) where file.hasSuffix(".js") {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/node")
      process.arguments = ["--check", try folder.write(text, to: file)]
      // Node.js writes the problem to standard error.
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(file)")
    }
  }
}
