import Testing

@testable import FormModels
@testable import FormRules

/// Models of objects that share others: as many visits as there are references to objects.
@Suite struct SharedObjectTests {
  final class Node: Sendable {
    let name: String
    let nodes: [Node]
    let box: Box?

    init(_ name: String, _ nodes: [Node] = [], box: Box? = nil) {
      (self.name, self.nodes, self.box) = (name, nodes, box)
    }
  }

  /// A structure that contains an object.
  struct Box: Sendable { let first, second: Node }

  /// A node that may contain itself.
  final class Link: @unchecked Sendable {
    var name = "a"
    var next: [Link] = []
  }

  private static let nodes: ModelValidator<Node> = try! ModelValidator {
    Property("name", \.name, .required, .length(max: 3)).trimmed()
    Each("nodes", \.nodes).using(nodes)
    Nested("box", \.box) {
      Nested("first", \.first).using(nodes)
      Nested("second", \.second).using(nodes)
    }
  }

  private static let links: ModelValidator<Link> = try! ModelValidator {
    Property("name", \.name, .required)
    Each("next", \.next).using(links)
  }

  @Test func sharedObjectsAreValidatedOnce() throws {
    // Each of 90 nodes contains the next one twice, which is 2⁹⁰ paths.
    let lists = (0..<90).reduce(Node("a")) { node, _ in Node("b", [node, node]) }
    #expect(Self.nodes.validate(lists).isValid)
    _ = try Self.nodes.validated(lists)
    let boxes = (0..<45).reduce(Node("a")) { node, _ in
      Node("b", box: Box(first: node, second: node))
    }
    #expect(Self.nodes.validate(boxes).isValid)
    var form = FormSession(lists, Self.nodes)
    #expect(form.validate().state == .valid)
  }

  @Test func errorsOfSharedObjectsHaveAllPaths() {
    let wrong = Node("long name")
    let errors = Self.nodes.validate(Node("a", [Node("b", [wrong]), wrong, Node("c", [wrong])]))
      .errors
    #expect(
      errors.map(\.field) == ["nodes[0].nodes[0].name", "nodes[1].name", "nodes[2].nodes[0].name"])
    // Their number is limited if there are exponentially many.
    let lists = (0..<90).reduce(wrong) { node, _ in Node("b", [node, node]) }
    let all = Self.nodes.validate(lists).errors
    #expect((1...4_000).contains(all.count))
  }

  @Test func objectsThatContainThemselvesAreRejected() {
    let link = Link()
    link.next = [Link(), link, link]
    let errors = Self.links.validate(link).errors
    #expect(errors.map(\.code) == ["model.tooDeep", "model.tooDeep"])
    #expect(errors.map(\.field) == ["next[1]", "next[2]"])
    #expect(errors[0].message == "The value contains itself.")
    link.next = []
  }

  @Test func visitsAreLimited() {
    let visits = ModelVisits()
    #expect(visits.add(ModelVisits.maximumCount))
    #expect(!visits.add(1) && !visits.add(.max / 2) && !visits.add(1))
  }
}
