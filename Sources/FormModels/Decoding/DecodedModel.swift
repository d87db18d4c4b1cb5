import FormRules

/// A model that was decoded from JSON, perhaps with faults.
struct DecodedModel<Root: Decodable> {
  /// The model, in which placeholders replace what could not be decoded. Nil if there is none.
  let model: Root?
  private let faults: [DecodingFault]
  /// The paths of the placeholders.
  private let absent: PathTree
  private let maximumErrors: Int

  /// - Parameters:
  ///   - json: An object in UTF-8.
  ///   - shape: The shape of the model, with the defaults of missing members.
  init(_ json: [UInt8], _ shape: ModelShape, options: DecodingOptions) {
    maximumErrors = options.maximumErrors
    guard let text = String(validating: json, as: UTF8.self),
      let node = JSONReader.readValue(text), case .mapping = node.content
    else {
      (model, faults, absent) = (nil, [DecodingFault(path: [], .malformed)], PathTree())
      return
    }
    let notes = DecodingNotes(options)
    // Nil if a member cannot be decoded, which the notes report.
    let model = try? notes.decode(Root.self, at: shape.filled(node))
    self.model = notes.isFull ? nil : model
    faults = notes.faults + (notes.isFull ? [DecodingFault(path: [], .tooMany(maximumErrors))] : [])
    absent = notes.absent
  }

  /// Whether everything was decoded.
  var isComplete: Bool { faults.isEmpty }

  /// The call that validates the model, in which placeholders count as missing.
  func validationCall(_ call: ValidationCall) -> ValidationCall {
    var call = call
    call.absent = absent
    return call
  }

  /// Returns the model if it was decoded completely and is valid.
  ///
  /// - Parameter result: The result of its validation.
  /// - Throws: `ValidationErrors` with the faults and failures, up to the maximum.
  func get(
    _ result: ValidationResult<Root>?, _ shape: ModelShape, in localization: Localization
  ) throws(ValidationErrors) -> Root {
    let failures = (result.map { $0.errors + $0.warnings } ?? []).filter { !absent.covers($0.path) }
    var all = faults.map { $0.error(shape, localization) } + failures
    if all.count > maximumErrors, faults.last?.cause != .tooMany(maximumErrors) {
      let tooMany = DecodingFault(path: [], .tooMany(maximumErrors)).error(shape, localization)
      all = all.prefix(maximumErrors) + [tooMany]
    }
    if let errors = ValidationErrors(all) { throw errors }
    guard let model else { preconditionFailure("a document without a model has faults") }
    return model
  }
}
