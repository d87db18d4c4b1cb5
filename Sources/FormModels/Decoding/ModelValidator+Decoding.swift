public import FormRules

extension ModelValidator where Root: Decodable {
  /// Decodes a model from a JSON object and validates it. All errors are reported together, up to
  /// `DecodingOptions.maximumErrors`: values of a wrong type, missing values, unknown members if
  /// the options reject them, and failures of rules. Every error has the path to its value:
  /// `[.key("items"), .index(0), .key("zip")]`. The time is proportional to the size of the JSON.
  ///
  /// ```swift
  /// do {
  ///   let account = try accounts.decode(from: body)
  /// } catch {
  ///   for error in error.errors { print(error.path, error.code) }
  /// }
  /// ```
  ///
  /// A member of a wrong type has the code of its type, such as `integer.invalid`, and a missing
  /// one `required`. Rules are evaluated as well, provided that properties have the names of their
  /// members; values of a wrong type count as missing. In a model, nested value or item that
  /// contains such a value, checks and conditions written in Swift are skipped. After an error in a
  /// type with its own `init(from:)`, the members that follow it in the same object are not
  /// decoded.
  ///
  /// Dates are RFC 3339 strings, `Data` is a Base64 string, and decimal numbers are exact. Members
  /// that occur twice are errors.
  ///
  /// A member that is missing or null gets the `default` of the property with its name.
  ///
  /// - Parameter json: An object in UTF-8, such as the UTF-8 view of a string, with at most 64
  ///   levels.
  /// - Returns: The model, normalized as by `validated`.
  /// - Throws: `ValidationErrors` with all failures.
  public func decode(
    from json: some Sequence<UInt8>, options: DecodingOptions = DecodingOptions(),
    scenario: String? = nil, in localization: Localization = .english, now: Instant? = nil
  ) throws(ValidationErrors) -> Root {
    let call = call(scenario: scenario, in: localization, now: now)
    let document = DecodedModel<Root>(Array(json), bound.shape, options: options)
    let result = document.model.map { validate(all: [$0], document.validationCall(call))[0] }
    return bound.validated(try document.get(result, bound.shape, in: localization))
  }
}
