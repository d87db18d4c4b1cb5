import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormDefinitions

/// The built-in presets. Their files are the source; the library contains them as JSON.
@Suite struct PresetFileTests {
  /// Reads the presets of a file in `Presets/`.
  private func presets(of file: URL) throws -> [Preset] {
    let documents = DocumentReader.read(try String(contentsOf: file, encoding: .utf8))
    if let error = documents.error { throw error }
    guard case .mapping(let keys)? = documents.nodes.first?.content, keys.count == 1,
      keys[0].key == "presets", case .mapping(let entries) = keys[0].value.content
    else { throw DefinitionError("\(file.lastPathComponent) is no file of presets", at: .none) }
    return try entries.map { try Preset($0.key, $0.value.withBareNames, at: $0.keyLocation) }
  }

  @Test func presetsMatchTheirFiles() throws {
    let folder = Repository.root.appendingPathComponent("Presets")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yaml" }
    let presets = try files.flatMap(presets(of:)).sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    #expect(presets.count > 100)
    let lines = presets.map { "\"\($0.name)\":\($0.document.json.text)" }
    let text = """
      /// The presets in `Presets/` as JSON.
      enum PresetTexts {
        /// A JSON object of presets by name.
      \(GeneratedSource.constant("static let json", "{\n\(lines.joined(separator: ",\n"))\n}"))}

      """
    #expect(
      try GeneratedSource("FormRules", "PresetTexts", by: Self.self).difference(of: text) == nil)
    let names = zip(presets, PresetRegistry.all).filter { $0 != $1 }.map(\.0.name)
    #expect(names.isEmpty, "run the tests once more, with what was recorded")
    #expect(presets.count == PresetRegistry.all.count)
  }
}

extension DefinitionNode {
  /// The node as JSON with its own order of keys.
  fileprivate var json: JSON {
    switch content {
    case .scalar(let text, _): isNull ? .null : .string(text)
    case .sequence(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(entries.map { JSON.Member($0.key, $0.value.json) })
    }
  }
}
