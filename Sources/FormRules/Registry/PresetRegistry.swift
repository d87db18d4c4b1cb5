/// The presets that the program brings along. Their sources are the files in `Presets/`, written in
/// the language of rule sets; `PresetTexts` holds the same as JSON, so that rule sets bind alike
/// where there is no reader of YAML.
///
/// Rule sets are kept with these names in them, so what a name means never changes once it has been
/// released; a better list gets a new name.
public enum PresetRegistry {
  /// The presets, by name.
  public static let all: [Preset] = {
    guard case .mapping(let entries) = JSONReader.read(PresetTexts.json)?.content else {
      preconditionFailure("PresetTexts.json is no JSON object; its test makes it anew")
    }
    return entries.map { entry in
      do {
        return try Preset(entry.key, entry.value.withoutPlaces)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }()

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The preset of that name.
  public static func preset(named name: String) -> Preset? { byName[name] }

  /// The names, in order.
  public static var names: [String] { all.map(\.name) }
}

extension DefinitionNode {
  /// The same, standing in no file.
  fileprivate var withoutPlaces: DefinitionNode {
    switch content {
    case .scalar: DefinitionNode(content)
    case .sequence(let items): DefinitionNode(.sequence(items.map(\.withoutPlaces)))
    case .mapping(let entries):
      DefinitionNode(.mapping(entries.map { Entry($0.key, $0.value.withoutPlaces) }))
    }
  }
}
