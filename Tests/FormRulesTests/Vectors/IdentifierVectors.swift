@testable import FormRules

/// Email identifiers, for now.
extension VectorTables {
  static let identifiers: [VectorTable] = []
}
