import FormRules

/// The arguments of an error's message, as stored.
extension [MessageArgument] {
  /// The arguments as a JSON object, or nil if there are none.
  package var json: String? {
    isEmpty ? nil : JSON.object(map { JSON.Member($0.name, .string($0.value)) }).text
  }

  /// Decodes the arguments of a stored error. Unreadable text gives no arguments.
  package init(json: String?) {
    guard let json, case .mapping(let entries)? = JSONReader.read(json)?.content else {
      self = []
      return
    }
    self = entries.compactMap { entry in
      entry.value.scalar.map { MessageArgument(entry.key, $0) }
    }
  }
}
