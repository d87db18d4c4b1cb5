import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormDefinitions

/// The built-in messages. Their files are the source; the library contains them as JSON.
@Suite struct CatalogueFileTests {
  private static let folder = Repository.root.appendingPathComponent("Messages")

  private static let languages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private func bytes(_ language: String) throws -> Data {
    try Data(contentsOf: Self.folder.appendingPathComponent("\(language).yaml"))
  }

  /// The codes of a file with their messages. They are not checked, because a new code is unknown
  /// until it is recorded.
  private func codes(_ language: String) throws -> [DefinitionNode.Entry] {
    let documents = DocumentReader.read(String(decoding: try bytes(language), as: UTF8.self))
    if let error = documents.error { throw error }
    guard case .mapping(let keys)? = documents.nodes.first?.content,
      case .mapping(let codes)? = keys.first(where: { $0.key == "codes" })?.value.content
    else { throw DefinitionError("\(language).yaml has no codes", at: .none) }
    return codes
  }

  @Test func cataloguesMatchTheirFiles() throws {
    #expect(Self.languages.count > 14)
    let constants = try Self.languages.map { language in
      let lines = try codes(language).map { entry in
        guard case .scalar(let message, _) = entry.value.content else {
          throw DefinitionError("\(entry.key) takes a text", at: entry.keyLocation)
        }
        return "\(JSON.string(entry.key).text):\(JSON.string(message).text)"
      }
      return "\n"
        + GeneratedSource.constant(
          "private static let \(language)", "{\n\(lines.joined(separator: ",\n"))\n}")
    }
    let text = """
      /// The catalogues in `Messages/` as JSON.
      enum CatalogueTexts {
        /// The languages with a catalogue.
        static let languages = [
          \(Self.languages.map { "\"\($0)\"" }.joined(separator: ", ")),
        ]

        /// A JSON object with the messages of a language by code, or nil if there is no catalogue.
        static func json(_ language: String) -> String? {
          switch language {
      \(Self.languages.map { "    case \"\($0)\": \($0)" }.joined(separator: "\n"))
          default: nil
          }
        }
      \(constants.joined())}

      """
    #expect(
      try GeneratedSource("FormRules", "CatalogueTexts", by: Self.self).difference(of: text) == nil)
  }

  /// They have the format of users' files, and are checked like these. Each takes seconds in
  /// a debug build.
  @Test(arguments: LongTests.areWanted ? languages : ["de", "ru"])
  func catalogueFilesAreValidMessages(_ language: String) throws {
    let file = "\(language).yaml"
    let catalogues = try DefinitionFile.messages(bytes: Array(try bytes(language)), file: file)
    #expect(catalogues.map(\.language) == [language])
    #expect(catalogues.first?.codes.count == (try codes(language).count))
  }
}
