extension Percentage: ParameterValue {
  static var parameterType: ParameterType { .text }
  var parameterNode: DefinitionNode { .text(description) }

  static func read(
    _ node: DefinitionNode, _ use: ParameterUse
  ) throws(DefinitionError) -> Percentage {
    guard let percentage = Percentage(try String.read(node, use)) else {
      throw use.error("\(use.name) must be a percentage from 0% to 100%, such as 50%")
    }
    return percentage
  }
}
