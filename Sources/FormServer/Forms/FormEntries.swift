#if Server
import FormModels
import FormRecorder

/// The values that were entered in the controls of a form, by field.
struct FormEntries: Sendable {
  /// A file that is already stored.
  struct StoredFile: Sendable {
    /// The text of the field.
    var reference: String
    /// The name of the file on the sender's device.
    var name: String
    /// The proof that the page submits instead of the file when it is submitted again.
    var proof: String
  }

  private var texts: [String: [String]]
  private let controls: [FieldControl]
  /// The names of the form's controls, and of values without a control, in order.
  private let names: [String]
  var uploads: [String: StoredFile] = [:]
  /// The fields whose condition does not hold.
  private var hidden: Set<String> = []

  /// - Parameters:
  ///   - values: The values by name of the control.
  ///   - field: The field of a control, or nil if the control belongs to the page. Names that a
  ///     client may choose need `PublishedForm.field`.
  init(
    _ values: [(name: String, value: String)], _ controls: [FieldControl],
    field: (String) -> String? = ControlName.field
  ) {
    var texts: [String: [String]] = [:]
    var names = controls.map(\.field.name)
    let fields = Set(names)
    for (control, value) in values {
      guard let name = field(control) else { continue }
      if texts[name] == nil, !fields.contains(name) { names.append(name) }
      texts[name, default: []].append(value)
    }
    self.texts = texts
    self.controls = controls
    self.names = names
  }

  /// The texts of a field's controls.
  func texts(of field: String) -> [String] { texts[field] ?? [] }

  /// Whether a field that can have one value was sent several times.
  var hasRepeatedFields: Bool {
    let controls = Dictionary(uniqueKeysWithValues: controls.map { ($0.field.name, $0) })
    return texts.contains { name, texts in
      texts.count > 1 && controls[name].map { !$0.isList && !$0.isTicked(by: texts) } != false
    }
  }

  /// Removes the values of hidden fields, which nobody saw, and sets the values of computed fields.
  mutating func apply(_ derived: DerivedFields) {
    hidden = derived.hidden
    for name in hidden { (texts[name], uploads[name]) = (nil, nil) }
    for (name, text) in derived.computed { texts[name] = text.map { [$0] } }
  }

  /// The names of the stored files.
  var uploadedFiles: Set<String> { Set(uploads.values.map(\.reference)) }

  /// Whether there is no stored file for a field, and its condition holds.
  func lacksFile(_ field: String) -> Bool { uploads[field] == nil && !hidden.contains(field) }

  /// Removes the stored files and their proofs.
  mutating func removeUploads() {
    for name in uploads.keys { texts[name] = nil }
    uploads = [:]
  }

  /// The values, except for fields that a page does not show again.
  var withoutPasswords: FormEntries {
    var entries = self
    for control in controls {
      if case .input("password") = control.kind { entries.texts[control.field.name] = nil }
    }
    return entries
  }

  /// The values that a caller may see: for the holder of a link to the record, without the computed
  /// ones that pages hide from it. Other hidden values are those that the holder entered.
  func shown(to caller: Caller) -> FormEntries {
    guard caller.submissionID != nil else { return self }
    var entries = self
    for control in controls where control.isHiddenFromLink && control.field.computation != nil {
      entries.texts[control.field.name] = nil
    }
    return entries
  }

  /// Whether the holder of a link to the record keeps the value of a field: pages do not show it,
  /// and it is left empty or fixed. Without its condition, a field has no value.
  func keepsHidden(_ field: String) -> Bool {
    guard !hidden.contains(field), let control = controls.first(where: { $0.field.name == field })
    else { return false }
    return control.isHiddenFromLink
      && (control.isFixedForLink
        || uploads[field] == nil && texts(of: field).allSatisfy(\.isEmpty))
  }

  /// The size of the values and their names.
  var byteCount: Int {
    texts.reduce(0) { sum, field in
      field.value.reduce(sum + field.key.utf8.count) { $0 + 32 + $1.utf8.count }
    }
  }

  private enum Entry {
    case text(String)
    case list([String])
  }

  /// The value of a field, or nil if nothing was sent for it.
  private func value(_ name: String, _ control: FieldControl?) -> Entry? {
    if hidden.contains(name) { return nil }
    if let control, control.isFile {
      // Any other text is a value, as in a JSON object.
      return .text(uploads[name]?.reference ?? texts[name]?.last ?? "")
    }
    guard let texts = texts[name], let last = texts.last else { return nil }
    guard let control, control.isList else { return .text(last) }
    var items = texts
    if case .textarea = control.kind {
      // Other characters that Unicode calls line breaks are part of a line in browsers.
      items = texts.flatMap { text in
        text.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
      }
    }
    let filled = items.filter { !$0.allSatisfy(\.isWhitespace) }
    return filled.isEmpty ? .text("") : .list(filled)
  }

  private var values: [(name: String, value: Entry)] {
    names.enumerated().compactMap { index, name in
      value(name, index < controls.count ? controls[index] : nil).map { (name, $0) }
    }
  }

  /// The record as a JSON object.
  var json: JSON {
    .object(
      values.map { name, value in
        switch value {
        case .text(let text): .init(name, .string(text))
        case .list(let items): .init(name, .array(items.map(JSON.string)))
        }
      })
  }

  /// The texts of a correction by field, with an empty text for each field that was not sent, and
  /// a JSON array for a list.
  var cells: [String: String] {
    var cells: [String: String] = [:]
    for name in names { cells[name] = "" }
    for (name, value) in values {
      switch value {
      case .text(let text): cells[name] = text
      case .list(let items): cells[name] = JSON.array(items.map(JSON.string)).text
      }
    }
    return cells
  }

  /// The record for a validator.
  ///
  /// - Parameter hidden: The stored texts of fields that the page hides.
  func model(keeping hidden: [String: String]) -> [String: any FormValue] {
    var model: [String: any FormValue] = [:]
    for (name, value) in values {
      switch value {
      case .text(let text): model[name] = text
      case .list(let items): model[name] = items
      }
    }
    for (name, text) in hidden where keepsHidden(name) { model[name] = text }
    return model
  }
}
#endif
