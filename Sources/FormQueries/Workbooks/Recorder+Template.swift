import FormStore

extension Recorder {
  /// Writes an empty workbook for the records of a form, which an import reads.
  ///
  /// Its columns are those of the form, with validations and drop-downs as far as spreadsheet
  /// programs can evaluate the rules. Cells of required fields are coloured, and the header is
  /// protected. Another sheet states the rules in words.
  ///
  /// - Throws: `RecorderError`, and any error that the closure of a stream throws.
  public func writeTemplate(
    _ request: TemplateRequest, to destination: TemplateDestination
  ) throws {
    let plan = try bind(form: request.form, rules: request.rules, in: storeForReading()).plan
    try request.localization.requireKnown(by: [plan])
    let template = TemplateWriter(plan, in: request.localization)
    switch destination {
    case .stream(let write): try template.write(named: "output", write)
    case .file(let path, let replacing):
      try OutputFile.write(to: path, replacing: replacing) { file throws(RecorderError) in
        try template.write(named: path, file.write)
      }
    }
  }
}
