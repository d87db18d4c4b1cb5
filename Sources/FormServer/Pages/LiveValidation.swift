#if Server
import FormModels
import FormRecorder
import HTTPTypes
import Hummingbird

/// Validates a partially completed form. Nothing is stored, even between two requests: each
/// contains all values and the names of the fields that were validated before.
struct LiveValidation: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .post, "forms/:form/validation",
      for: RouteDeclaration(
        access: .permissionOrOwnSubmission(.submit), query: QueryParameter.submission,
        countsAnonymous: false), use: post)
  }

  private func post(_ request: Request, _ context: ServerContext) async throws -> Response {
    try core.limits.validations.count(core.client(of: request, context))
    let live = try await core.object(
      LiveRequest.self, of: request, context, upTo: core.configuration.maximumBody,
      members: "'event', 'visited' and 'values'")
    let form = try await core.form(in: context)
    guard let validator = form.validator else {
      throw Problem(
        .badRequest, "the rules require parameters, which live validation does not support")
    }
    var entries = FormEntries(live.entries, form.controls, field: form.field)
    let hidden = try await core.hiddenTexts(of: context.caller, in: form)
    let derived = validator.derivedFields(of: entries.model(keeping: hidden))
    if let derived { entries.apply(derived) }
    var session = FormSession(
      entries.model(keeping: hidden), validator,
      localization: core.languages.preferred(by: request, alsoIn: form.languages).besideField,
      scenario: context.query[.scenario])
    let visited = Set(live.visited.compactMap(ControlName.field))
    let known = form.controls.map(\.field.name).filter(visited.contains)
    for field in known { session.blur(field) }
    let shown = entries.shown(to: context.caller)
    if live.event == .settle { try await awaitServices(&session) }
    let fields = known.map {
      JSON.Member(
        ControlName.control(of: $0),
        JSON(session.status(of: $0), sendsRequests: core.client != nil))
    }
    var members: [JSON.Member] = [.init("fields", .object(fields))]
    if let derived {
      let hidden = form.controls.map(\.field.name).filter(derived.hidden.contains)
      members.append(
        .init("hidden", .array(hidden.map { .string(ControlName.control(of: $0)) })))
      let computed = form.controls.filter { $0.field.computation != nil }.map { control in
        JSON.Member(
          ControlName.control(of: control.field.name),
          .string(shown.texts(of: control.field.name).last ?? ""))
      }
      members.append(.init("computed", .object(computed)))
    }
    if let typed = live.typed.flatMap(ControlName.field) {
      members += typing(typed, in: form, shown, after: live.previous, session: &session)
    }
    return JSON.object(members).response()
  }

  /// Sends the requests to services, and validates the fields that need their answers again.
  private func awaitServices(_ session: inout FormSession<[String: any FormValue]>) async throws {
    while let inquiry = session.inquiries.first {
      let answers = try await core.client?.answers(to: inquiry.requests) ?? []
      session.answer(inquiry, with: answers)
    }
  }

  /// The feedback on a text while it is typed: the type of a card, and the reasons if the last
  /// change is refused.
  private func typing(
    _ field: String, in form: PublishedForm, _ entries: FormEntries, after previous: String?,
    session: inout FormSession<[String: any FormValue]>
  ) -> [JSON.Member] {
    guard let control = form.controls.first(where: { $0.field.name == field }) else { return [] }
    let text = entries.texts(of: field).last ?? ""
    if let inputFilter = form.inputFilters[field], let previous,
      !inputFilter.allows(text, after: previous)
    {
      session.blur(field)
      let reasons = session.status(of: field).errors.map { JSON.string($0.message) }
      return [.init("refused", .bool(true)), .init("reasons", .array(reasons))]
    }
    guard control.isCard, let card = PaymentCardType.suggested(for: text) else { return [] }
    return [.init("card", .string(card.displayName))]
  }
}

/// A request of a page about its fields.
private struct LiveRequest: Decodable {
  enum Event: String, Decodable {
    /// A field lost the focus, or a choice was made.
    case blur
    /// A text was changed.
    case input
    /// The page waits for the answers of services.
    case settle
  }

  let event: Event
  /// The controls to validate.
  let visited: Set<String>
  /// The names and values of the controls, in order.
  let values: [[String]]
  /// The control that is being edited, and its text before the change.
  let typed, previous: String?

  var entries: [(name: String, value: String)] {
    values.compactMap { pair in
      pair.count == 2 ? (pair[0], pair[1].replacing("\r\n", with: "\n")) : nil
    }
  }
}

extension JSON {
  /// The status of a field for a page.
  ///
  /// - Parameter sendsRequests: Whether there is a service client. Without one, no request is
  ///   pending.
  fileprivate init(_ status: FieldStatus, sendsRequests: Bool) {
    // Stored submissions are not read here. Rules that depend on them are evaluated when the form
    // is submitted.
    func messages(_ errors: [ValidationError]) -> JSON {
      .array(errors.filter { $0.code != "exists.unavailable" }.map { .string($0.message) })
    }
    self = .object([
      "errors": messages(status.errors), "warnings": messages(status.warnings),
      "pending": .bool(status.state == .pending && sendsRequests),
    ])
  }
}

extension LiveValidation {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.post, "forms/:form/validation"),
      summary: "Validates values of a record without storing them",
      body: json(
        .bodySchema(
          [
            "event": .enumSchema(["blur", "input", "settle"]),
            "visited": .arraySchema(.schema("string")),
            "values": .arraySchema(.arraySchema(.schema("string"))),
          ],
          optional: ["typed": .schema("string"), "previous": .schema("string")])),
      responses: [(200, "The errors.", json(.schema("object")))])
  ]
}
#endif
