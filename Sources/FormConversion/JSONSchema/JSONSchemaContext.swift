import FormRules

/// The document that is read and the state that the readers of its parts share.
final class JSONSchemaContext {
  let document: JSONSchemaDocument
  let notes = ConversionNotes()
  /// Errors in parts that cannot be read.
  private(set) var errors: [DefinitionError] = []
  /// The notes as texts, so that a part that is evaluated twice is noted once.
  private var noted: Set<String> = []
  /// The remaining number of references to follow.
  ///
  /// Definitions that refer to each other could otherwise expand without limit.
  private var references = 10_000
  /// The number of keywords around the current subschema that repeat their subschemas.
  ///
  /// The total size grows exponentially with this number.
  private var repetitions = 0

  init(_ root: DefinitionNode) { document = JSONSchemaDocument(root) }

  // MARK: Notes and errors

  func addLoss(_ text: String, of pointer: String, at location: DefinitionLocation) {
    if noted.insert("\(pointer) \(text)").inserted {
      notes.addLoss(text, of: pointer, at: location)
    }
  }

  func addLoss(_ text: String = "not converted", of assertion: JSONSchemaAssertion) {
    addLoss(text, of: assertion.pointer, at: assertion.location)
  }

  /// Notes a keyword that the schema's draft does not have.
  ///
  /// Implementations ignore it, but the author intended it.
  func noteDraft(of entry: DefinitionNode.Entry, pointer: String) {
    let dialect = document.dialect
    var (subject, origin): (String, String?) = ("", nil)
    if entry.key == "nullable" {
      origin = "OpenAPI"
    } else if entry.key == "dependencies", dialect >= .draft2019 {
      origin = JSONSchemaDialect.draft7.name
    } else if let keyword = JSONSchemaKeyword(entry.key), keyword.draft > dialect {
      origin = keyword.draft.name
    } else if entry.key == "format", let name = entry.value.scalar,
      let first = JSONSchemaDialect.first(withFormat: name), first > dialect
    {
      (subject, origin) = ("'\(name)' ", first.name)
    }
    guard let origin else { return }
    let text =
      "\(subject)is defined in \(origin) and ignored in \(dialect.name); it is still converted"
    if noted.insert("\(pointer) \(text)").inserted {
      notes.addDifference(text, of: pointer, at: entry.keyLocation)
    }
  }

  func noteUnknownTypes(_ assertions: [JSONSchemaAssertion]) {
    for assertion in assertions {
      for name in JSONSchemaTypes.unknown(in: assertion) {
        addLoss("unknown type '\(name)': not converted", of: assertion)
      }
    }
  }

  func addError(_ message: String, at location: DefinitionLocation) {
    if errors.count < 20 { errors.append(DefinitionError(message, at: location)) }
  }

  /// Calls a function and removes the notes and errors that it adds.
  func discardingNotes<Result>(_ body: () -> Result) -> Result {
    let (errors, noted) = (errors, noted)
    defer { (self.errors, self.noted) = (errors, noted) }
    return notes.discardingNotes(body)
  }

  // MARK: Limits

  /// Returns whether another reference or subschema may be evaluated.
  func spend(at location: DefinitionLocation) -> Bool {
    references -= 1
    if references == 0 { addError("the schema has more than 10,000 references", at: location) }
    return references > 0
  }

  /// Returns whether a subschema may be evaluated. Long pointers belong to circular references.
  func mayEvaluate(_ subschema: JSONSubschema) -> Bool {
    subschema.pointer.utf8.count < Self.maximumPointerLength && spend(at: subschema.location)
  }

  static let maximumPointerLength = 1_000

  /// Calls a function that repeats subschemas, or returns nil if too many such calls are nested.
  func repeating<Result>(_ body: () -> Result?) -> Result? {
    guard repetitions < 4 else { return nil }
    repetitions += 1
    defer { repetitions -= 1 }
    return body()
  }
}
