/// The built-in presets. Their sources are the files in `Presets/`, written in the syntax of rule
/// sets. `PresetTexts` contains them as JSON, so that programs without a YAML reader bind rule sets
/// in the same way.
///
/// Stored rule sets refer to these names, so the meaning of a released name never changes; an
/// improved list has a new name.
public enum PresetRegistry {
  /// The presets, sorted by name.
  public static let all: [Preset] = {
    guard case .mapping(let entries) = JSONReader.read(PresetTexts.json)?.content else {
      preconditionFailure("PresetTexts.json is not a JSON object; its test recreates it")
    }
    return entries.map { entry in
      do {
        return try Preset(entry.key, entry.value.withoutLocations)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }()

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the preset with a name; nil if there is none.
  public static func preset(named name: String) -> Preset? { byName[name] }

  /// The names, sorted.
  public static var names: [String] { all.map(\.name) }
}

extension DefinitionNode {
  /// The node without locations.
  fileprivate var withoutLocations: DefinitionNode {
    switch content {
    case .scalar: DefinitionNode(content)
    case .sequence(let items): DefinitionNode(.sequence(items.map(\.withoutLocations)))
    case .mapping(let entries):
      DefinitionNode(.mapping(entries.map { Entry($0.key, $0.value.withoutLocations) }))
    }
  }
}
