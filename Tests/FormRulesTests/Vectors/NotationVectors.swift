@testable import FormRules

/// Encodings, colours and other notations.
extension VectorTables {
  static let notations: [VectorTable] = [
    VectorTable("hexColor", files: ["hex_color"], floor: 97, reading: hexColor)
  ]

  private static func hexColor(_ vector: Vector) -> VectorReading {
    if vector.source == "respect/validation" { return .rule() }
    let hash: DefinitionNode? = vector.flag("require_hashtag") == true ? "required" : nil
    return .rule(.parameters(["hash": hash, "alpha": "true"]))
  }
}
