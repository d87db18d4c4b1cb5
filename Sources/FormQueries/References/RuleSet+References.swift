package import FormRules
import Foundation

extension RuleSet {
  /// Reads the files that `exists` rules name and writes their values into the rules, so that the
  /// stored rule set needs no files. Rules that already have values are unchanged.
  ///
  /// - Parameter file: The definition file. Paths are relative to its directory.
  /// - Throws: `DefinitionErrors` with all errors, each with its location.
  package mutating func readReferences(beside file: String) throws(DefinitionErrors) {
    var reading = ReferenceReading(folder: URL(fileURLWithPath: file).deletingLastPathComponent())
    for part in fields.indices {
      for rule in fields[part].rules.indices { reading.fill(&fields[part].rules[rule]) }
    }
    for rule in recordRules.indices { reading.fill(&recordRules[rule]) }
    presets = presets.map { reading.filled($0) }
    if !reading.errors.isEmpty { throw DefinitionErrors(reading.errors, file: file) }
  }
}

/// Reads the files of one rule set.
private struct ReferenceReading {
  let folder: URL
  var errors: [DefinitionError] = []
  /// The number of values read so far, and their size in bytes as JSON.
  private var (count, size) = (0, 0)

  init(folder: URL) { self.folder = folder }

  mutating func fill(_ entry: inout RuleEntry) {
    for index in entry.rules.indices { fill(&entry.rules[index]) }
    guard let parameters = entry.parameters else { return }
    entry.parameters =
      entry.rule == ExistsRule.name ? filled(parameters) : filledInside(parameters)
  }

  /// The path of a file with symbolic links resolved. Definitions may come from untrusted sources,
  /// so files outside their directory are refused.
  private func path(of name: String) throws(ReferenceFile.Unusable) -> String {
    if name.hasPrefix("/") {
      throw ReferenceFile.Unusable(message: "the path must be relative to the definition file")
    }
    let base = folder.resolvingSymlinksInPath().path
    let path = folder.appendingPathComponent(name).resolvingSymlinksInPath().path
    guard !name.split(separator: "/").contains(".."),
      path.hasPrefix(base.hasSuffix("/") ? base : base + "/")
    else {
      throw ReferenceFile.Unusable(
        message: "is outside of the folder of the definition file; copy it to that folder")
    }
    return path
  }

  /// The preset with the values inserted in its rules.
  mutating func filled(_ preset: Preset) -> Preset {
    do throws(DefinitionError) {
      return try Preset(preset.name, filledInside(preset.document), at: preset.location)
    } catch {
      errors.append(error)
      return preset
    }
  }

  /// Inserts the values in nested rules: each mapping from the rule's name to a mapping with a
  /// file.
  private mutating func filledInside(_ node: DefinitionNode) -> DefinitionNode {
    switch node.content {
    case .scalar: return node
    case .sequence(let items):
      return DefinitionNode(.sequence(items.map { filledInside($0) }), at: node.location)
    case .mapping(let entries):
      let filled = entries.map { entry in
        DefinitionNode.Entry(
          entry.key, at: entry.keyLocation,
          entry.key == ExistsRule.name ? self.filled(entry.value) : filledInside(entry.value))
      }
      return DefinitionNode(.mapping(filled), at: node.location)
    }
  }

  private mutating func filled(_ node: DefinitionNode) -> DefinitionNode {
    guard case .mapping(var entries) = node.content,
      let file = entries.first(where: { $0.key == "file" })?.value, let name = file.scalar,
      !entries.contains(where: { $0.key == "values" })
    else { return node }
    func texts(_ key: String) -> [String]? { entries.first { $0.key == key }?.value.values }
    do throws(ReferenceFile.Unusable) {
      let isOfRecord = entries.contains { $0.key == "fields" }
      let rows = try ReferenceFile.rows(
        of: texts("column") ?? texts("fields"), in: path(of: name),
        hasHeader: texts("header") != ["false"])
      for row in rows {
        count += row.count
        size += row.reduce(isOfRecord ? 3 : 0) { $0 + JSON.string($1).text.utf8.count + 1 }
      }
      if count > ReferenceFile.maximumValues || size > ReferenceFile.maximumBytes {
        throw ReferenceFile.tooLarge
      }
      func node(_ content: DefinitionNode.Content) -> DefinitionNode {
        DefinitionNode(content, at: file.location)
      }
      let lists = rows.map { row in row.map { node(.scalar($0, isPlain: false)) } }
      let values = isOfRecord ? lists.map { node(.sequence($0)) } : lists.flatMap(\.self)
      entries.append(.init("values", at: file.location, node(.sequence(values))))
    } catch {
      errors.append(
        DefinitionError("'\(ExistsRule.name)': \(name): \(error.message)", at: file.location))
    }
    entries.sort { $0.key < $1.key }
    return DefinitionNode(.mapping(entries), at: node.location)
  }
}
