@testable import FormRules

/// Addresses of hosts and resources.
extension VectorTables {
  static let addresses: [VectorTable] = []
}
