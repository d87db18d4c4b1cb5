import FormRules

/// The notes of one schema in the order of their addition.
///
/// A class, so that the readers and writers of all parts of a schema share one list.
final class ConversionNotes {
  private(set) var all: [ConversionNote] = []

  /// Notes that a part of a subject is not converted.
  func addLoss(_ text: String, of subject: String, at location: DefinitionLocation = .none) {
    all.append(ConversionNote(kind: .loss, location: location, subject: subject, text: text))
  }

  /// Notes the parts of a subject that are not converted.
  ///
  /// - Parameters:
  ///   - parts: The names of parts, and whether the subject has them.
  ///   - reason: The end of the notes, such as `; JSON has no equivalent`.
  func addLosses(
    _ parts: KeyValuePairs<String, Bool>, of subject: String, reason: String = ""
  ) {
    for (part, exists) in parts where exists {
      addLoss("\(part): not converted\(reason)", of: subject)
    }
  }

  /// Notes that a subject is evaluated differently.
  func addDifference(_ text: String, of subject: String, at location: DefinitionLocation) {
    all.append(ConversionNote(kind: .difference, location: location, subject: subject, text: text))
  }

  /// Notes that values of a field are evaluated differently.
  ///
  /// Notes with the same text and subject become one note, which names their fields.
  func addDifference(
    _ text: String, of subject: String, field: String, at location: DefinitionLocation = .none
  ) {
    if let index = all.firstIndex(where: { $0.text == text && $0.subject == subject }) {
      if !all[index].fields.contains(field) { all[index].fields.append(field) }
    } else {
      all.append(
        ConversionNote(
          kind: .difference, location: location, subject: subject, text: text, fields: [field]))
    }
  }

  func append(_ other: ConversionNotes) { all += other.all }

  /// Calls a function, and removes the notes that it adds if it returns nil.
  func keepingNotes<Result>(_ body: () -> Result?) -> Result? {
    let kept = all
    let result = body()
    if result == nil { all = kept }
    return result
  }

  /// Calls a function and removes the notes that it adds.
  func discardingNotes<Result>(_ body: () -> Result) -> Result {
    let kept = all
    defer { all = kept }
    return body()
  }
}
