@testable import FormRules

/// Email notations, for now.
extension VectorTables {
  static let notations: [VectorTable] = []
}
