#if Server
import FormRecorder
import FormRules
import HTTPTypes

extension FormPost {
  /// The fields with a file that the page showed.
  private var fileFields: [String] {
    let hidden = hiddenFields
    return form.controls.filter { $0.isFile && !hidden.contains($0.field.name) }.map(\.field.name)
  }

  /// Finds the files that an earlier request stored, unless this one has others for their fields.
  mutating func findStoredFiles() {
    let tokens = core.pages.tokens
    let replaced = Set(posted.files.compactMap { form.field(ofControl: $0.control) })
    for field in fileFields where !replaced.contains(field) {
      guard let proof = entries.texts(of: field).last else { continue }
      let parts = proof.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 3,
        tokens.isCode(parts[0], for: .file, form.form.name, parts[1], parts[2])
      else { continue }
      entries.uploads[field] = FormEntries.StoredFile(
        reference: parts[1], name: parts[2], proof: proof)
    }
  }

  /// Stores the files of the request.
  mutating func storeFiles() async throws {
    guard !posted.files.isEmpty else { return }
    let files = try posted.files(for: form)
    for field in fileFields {
      guard let file = files[field] else { continue }
      let content = try file.content.get()
      let reference = try await core.storingFile { [folder = core.pages.files] in
        try folder.store(content)
      }
      let proof = core.pages.tokens.code(for: .file, form.form.name, reference, file.name)
      entries.uploads[field] = FormEntries.StoredFile(
        reference: reference, name: file.name, proof: "\(proof).\(reference).\(file.name)")
    }
  }

  /// Whether the request has a file that is not stored, so that it must be chosen again.
  var lacksFile: Bool {
    let fields = fileFields
    return posted.files.contains { file in
      form.field(ofControl: file.control).map {
        fields.contains($0) && entries.lacksFile($0)
      } == true
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
      guard let field = form.field(ofControl: file.control),
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
