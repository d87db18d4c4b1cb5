#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird

  /// Validates a partially completed form. Nothing is stored, even between two requests: each
  /// contains all values and the names of the fields that were evaluated before.
  struct LiveValidation: RouteSet {
    let core: ServerCore

    func add(to router: Router<RequestInfo>) {
      router.post("forms/:form/validation") { try await post($0, $1) }
    }

    private func post(_ request: Request, _ context: RequestInfo) async throws -> Response {
      let name = try context.parameter("form")
      try context.require(.submit, on: name)
      try core.validationRate.count(core.client(of: request, context))
      guard request.mediaType == "application/json" else {
        throw Problem(.unsupportedMediaType, "send application/json")
      }
      let body = try await request.body.collect(upTo: core.configuration.maximumBody)
      guard let asked = LiveRequest(String(buffer: body)) else {
        throw Problem(.badRequest, "send an object with event, visited and values")
      }
      let form = try await core.forms.form(
        name, rules: try request.query["rules"])
      guard let validator = form.validator else {
        throw Problem(
          .badRequest, "the rules require parameters, which live validation does not support")
      }
      let entries = FormEntries(asked.values, form.controls)
      var session = FormSession(
        entries.model, validator, language: core.languages.preferred(by: request),
        scenario: try request.query["scenario"])
      let known = form.controls.map(\.field.name).filter(asked.visited.contains)
      for field in known { session.blur(field) }
      if asked.event == .settle { try await awaitServices(&session) }
      var members: [JSON.Member] = [
        .init(
          "fields",
          .object(known.map { JSON.Member($0, JSON(session.status(of: $0), core.client == nil)) }))
      ]
      if let typed = asked.typed {
        members += typing(typed, in: form, entries, asked.previous, &session)
      }
      return JSON.object(members).response()
    }

    /// Sends the requests to services, and then judges the fields that require them again.
    private func awaitServices(_ session: inout FormSession<[String: any FormValue]>) async throws {
      while let inquiry = session.inquiries.first {
        let answers = try await core.client?.answers(to: inquiry.requests) ?? []
        session.answer(inquiry, with: answers)
      }
    }

    /// The feedback on a text while it is typed: the type of a card, and the reasons if the last
    /// change is refused.
    private func typing(
      _ field: String, in form: PublishedForm, _ entries: FormEntries, _ previous: String?,
      _ session: inout FormSession<[String: any FormValue]>
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
  private struct LiveRequest {
    enum Event: String {
      /// A field lost the focus, or a choice was made.
      case blur
      /// A text was changed.
      case input
      /// The page waits for the answers of services.
      case settle
    }

    let event: Event
    /// The fields to judge.
    let visited: Set<String>
    /// The values of the controls by name, in order.
    let values: [(name: String, value: String)]
    /// The field that is being edited, and its text before the change.
    let typed, previous: String?

    init?(_ json: String) {
      guard case .mapping(let members)? = JSONReader.read(json)?.content else { return nil }
      func member(_ name: String) -> DefinitionNode? { members.first { $0.key == name }?.value }
      guard let event = member("event")?.scalar.flatMap(Event.init),
        case .sequence(let visited)? = member("visited")?.content,
        case .sequence(let pairs)? = member("values")?.content
      else { return nil }
      self.event = event
      self.visited = Set(visited.compactMap(\.scalar))
      values = pairs.compactMap { pair in
        guard case .sequence(let parts) = pair.content, parts.count == 2,
          let name = parts[0].scalar, let value = parts[1].scalar
        else { return nil }
        return (name, value.replacing("\r\n", with: "\n"))
      }
      typed = member("typed")?.scalar
      previous = member("previous")?.scalar
    }
  }

  extension JSON {
    /// The status of a field for a page.
    ///
    /// - Parameter hasNoServices: Whether there is no service client, so that no requests are
    ///   pending.
    fileprivate init(_ status: FieldStatus, _ hasNoServices: Bool) {
      // Stored submissions are not read here. Rules that depend on them are evaluated when the form
      // is submitted.
      func messages(_ errors: [ValidationError]) -> JSON {
        .array(errors.filter { $0.code != "exists.unavailable" }.map { .string($0.message) })
      }
      self = .object([
        "errors": messages(status.errors), "warnings": messages(status.warnings),
        "pending": .bool(status.state == .pending && !hasNoServices),
      ])
    }
  }
#endif
