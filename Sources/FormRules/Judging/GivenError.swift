/// What is wrong with the given parameters of a run.
public struct GivenError: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, one line.
  public let description: String
}

extension [GivenParameter] {
  /// The values of all given parameters, in order.
  func literals(_ given: [String: String]) throws(GivenError) -> [Literal] {
    if let unknown = given.keys.sorted().first(where: { name in !contains { $0.name == name } }) {
      let names = map(\.name)
      let hint = names.nearest(to: unknown).map { "; did you mean '\($0)'?" } ?? ""
      throw GivenError(
        description: "the rule set has no given parameter '\(unknown)'\(hint)")
    }
    var literals: [Literal] = []
    for parameter in self {
      guard let text = given[parameter.name] else {
        throw GivenError(
          description:
            "the rule set needs --given \(parameter.name)=VALUE (type \(parameter.type.name))")
      }
      guard let literal = parameter.type.literal(text) else {
        throw GivenError(
          description: "--given \(parameter.name) is not of the type \(parameter.type.name)")
      }
      literals.append(literal)
    }
    return literals
  }
}
