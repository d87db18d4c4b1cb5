extension ListItems {
  /// Creates the splitter for the rule's own field; nil if that is not a list field.
  init?(_ parameters: borrowing RuleParameters) {
    guard let type = parameters.field?.type, case .list = type,
      let index = parameters.ownFieldIndex
    else { return nil }
    self.init(type, ofField: index)
  }
}
