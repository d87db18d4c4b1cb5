#if Server
import FormBytes
import FormDefinitions
import FormModels
import FormRecorder
import HTTPTypes
import Hummingbird
import Synchronization

/// A form as its pages show it, with its current rules.
final class PublishedForm: Sendable {
  let form: Form
  let plan: Plan
  let controls: [FieldControl]
  /// Maps names to fields as for a JSON object.
  private let layout: IntakeLayout
  /// Validates partially completed forms. Nil if the rules require parameters that the server's
  /// configuration lacks.
  let validator: FormValidator?
  /// The filters by field, which decide whether a change is accepted while a text is typed.
  let inputFilters: [String: InputFilter]
  /// The languages in which the form has a title or labels, so that its page may be in them.
  let languages: Set<String>

  init(_ plan: Plan, parameters: [String: String] = [:]) throws(RecorderError) {
    form = plan.form
    languages = Set(plan.form.pageLanguages.map { $0.lowercased() })
    self.plan = plan
    controls = plan.form.fields.indices.map { FieldControl($0, of: plan) }
    layout = try IntakeLayout(plan.form)
    // The server evaluates the rules when it receives the form, and reports missing parameters
    // then.
    validator = try? FormValidator(
      plan.form, plan.ruleSet, parameters: plan.ruleSet.declared(parameters)
    ) {
      // Values are texts in the notation of their fields.
      for field in plan.form.fields { Property(field.name, as: .text) }
    }
    var inputFilters: [String: InputFilter] = [:]
    for control in controls where control.refuses {
      let rules = FieldRuleEntries(plan, field: control.index).refusing
      // Without a filter, the field accepts every text until the form is sent.
      inputFilters[control.field.name] = try? InputFilter(rules)
    }
    self.inputFilters = inputFilters
  }

  var hasFiles: Bool { controls.contains(where: \.isFile) }

  /// The field that the name of a control means, as the same name in a JSON object does, or the
  /// name itself if it means none. Nil if the control belongs to the page.
  func field(ofControl name: String) -> String? {
    guard let field = ControlName.field(of: name) else { return nil }
    return layout.field(of: Array(field.utf8)).map { form.fields[$0].name } ?? field
  }
}

/// The forms of the store.
final class PublishedForms: Sendable {
  private struct Key: Hashable {
    var form, rules: String?
  }

  private let recorder: AsyncRecorder
  private let configuration: ServerConfiguration
  private let clock: ServerClock
  private let entries = Mutex<[Key: ExpiringValue<PublishedForm>]>([:])
  /// The maximum number of forms that are kept.
  private static let maximum = 100

  init(_ recorder: AsyncRecorder, configuration: ServerConfiguration, clock: ServerClock) {
    self.recorder = recorder
    self.configuration = configuration
    self.clock = clock
  }

  /// The current version of a form with a rule set.
  ///
  /// - Parameters:
  ///   - rules: Optional if the form has only one rule set.
  ///   - acceptsOutdated: Whether a form that was read earlier is returned if the store cannot be
  ///     read.
  /// - Throws: If there is no such form or rule set.
  func form(
    _ name: String, rules: String?, acceptsOutdated: Bool = false
  ) async throws -> PublishedForm {
    guard let form = VersionReference(name), rules.map({ VersionReference($0) != nil }) != false
    else { throw Problem(.notFound, "there is no such form") }
    let key = Key(form: name, rules: rules)
    let entry = entries.withLock { entries in
      if let entry = entries[key] { return entry }
      if entries.count >= Self.maximum { entries = [:] }
      let entry = ExpiringValue<PublishedForm>(
        maximumAge: .seconds(configuration.changeDelay), clock
      ) { [recorder, parameters = configuration.parameters] known in
        let plan = try await recorder.perform { recorder, _ in
          try recorder.plan(form: form, rules: rules.flatMap { VersionReference($0) })
        }
        if let known, known.plan.content == plan.content { return known }
        return try PublishedForm(plan, parameters: parameters)
      }
      entries[key] = entry
      return entry
    }
    do {
      return try await entry.value
    } catch {
      guard Problem(any: error).status.code >= 500, let outdated = entry.lastValue else {
        entries.withLock { $0[key] = nil }
        throw error
      }
      guard acceptsOutdated else { throw error }
      return outdated
    }
  }

  /// The languages in which a form and its current rule sets have texts, in lowercase.
  func languages(of name: String) async throws -> Set<String> {
    let ruleSets = try await recorder.perform { recorder, _ in
      try recorder.list(limit: 0).ruleSets.filter { $0.form == name }.map(\.name)
    }
    var languages: Set<String> = []
    for rules in ruleSets {
      languages.formUnion(try await form(name, rules: rules).plan.languages.map { $0.lowercased() })
    }
    return languages
  }
}

extension Plan {
  /// The form and the rule set as they are stored, in bytes: canonically equivalent Strings are
  /// equal.
  fileprivate var content: [[UInt8]] {
    [form.canonicalJSON(), ruleSet.canonicalJSON()].map(\.utf8Bytes)
  }
}

extension RuleSet {
  /// The values whose parameters the rule set declares.
  func declared(_ values: [String: String]) -> [String: String] {
    values.filter { name, _ in parameters.contains { $0.name == name } }
  }
}
#endif
