#if Server
import FormRecorder
import FormRules
import HTTPTypes

extension FormPost {
  /// Stores the files of the request, and finds the files that an earlier request stored.
  mutating func storeFiles() async throws {
    guard form.hasFiles || !posted.files.isEmpty else { return }
    let tokens = core.pages.tokens
    let files = try posted.files(for: form)
    let hidden = hiddenFields
    for case let control in form.controls
    where control.isFile && !hidden.contains(control.field.name) {
      let field = control.field.name
      if let file = files[field] {
        let reference = try await core.storingFile { [folder = core.pages.files] in
          try folder.store(file.content)
        }
        let proof = tokens.code(for: .file, form.form.name, reference, file.name)
        entries.uploads[field] = FormEntries.StoredFile(
          reference: reference, name: file.name, proof: "\(proof).\(reference).\(file.name)")
      } else if let proof = entries.texts(of: field).last {
        let parts = proof.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
          .map(String.init)
        guard parts.count == 3,
          tokens.isCode(parts[0], for: .file, form.form.name, parts[1], parts[2])
        else { continue }
        entries.uploads[field] = FormEntries.StoredFile(
          reference: parts[1], name: parts[2], proof: proof)
      }
    }
  }
}

extension PostedForm {
  /// The files by field.
  ///
  /// - Throws: A problem with status 400 if a file would be lost.
  fileprivate func files(for form: PublishedForm) throws(Problem) -> [String: File] {
    var byField: [String: File] = [:]
    for file in files {
      guard let field = ControlName.field(of: file.control),
        form.controls.contains(where: { $0.isFile && $0.field.name == field })
      else { throw Problem(.badRequest, "a file was sent for a field that is not a file") }
      guard byField.updateValue(file, forKey: field) == nil else {
        throw Problem(.badRequest, "two files were sent for one field")
      }
    }
    return byField
  }
}
#endif
