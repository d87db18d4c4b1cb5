/// The form `people`, which many tests share, with a rule set of the test.
package enum PeopleDefinitions {
  /// Returns the form, which has a required integer `id` and a text `name`, and its rule set.
  ///
  /// - Parameters:
  ///   - form: Another line of the form, such as `key: [id]`.
  ///   - fields: Fields after `id` and `name`, as flow mappings.
  ///   - rules: The lines of the rule set after its name and form.
  package static func yaml(
    form: String = "", fields: [String] = [], rules: String
  ) -> String {
    let fields =
      ["{name: id, type: integer, required: true}", "{name: name, type: text}"] + fields
    return """
      form: people
      \(form)
      fields:
      \(fields.map { "  - \($0)" }.joined(separator: "\n"))
      ---
      rules: people
      form: people
      \(rules)
      """
  }
}
