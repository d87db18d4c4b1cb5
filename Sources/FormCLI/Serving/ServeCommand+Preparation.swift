#if Server
import FormRecorder
import FormRules
import FormServer
import Foundation

/// What the parent process of the server does before it starts the server.
extension ServeCommand {
  /// Checks the options, updates the database and stores the definitions, so that their errors are
  /// reported before anything is started.
  ///
  /// - Returns: The time that the server has to stop, in seconds.
  func prepare(_ console: Console) throws -> UInt32 {
    let recorder = try change.recorder(store, console)
    return try definitions.applying(to: recorder, change: change, on: console) {
      recorder, set in
      if set == nil {
        let folder = URL(fileURLWithPath: recorder.database).deletingLastPathComponent().path
        if try recorder.hasDatabase {
          // Updates the schema of a database of an earlier version, which cannot be read before.
          _ = try recorder.storeForWriting()
        } else if !FileManager.default.fileExists(atPath: folder) {
          // A database that is created later is used then.
          throw RecorderError(.refused, "\(folder): no such folder", .chooseDatabase)
        }
      }
      let served = try ServedDefinitions(recorder, set)
      try served.require(parameters.values)
      let server = try configuration(served)
      _ = try mail.settings(messages)
      try noteUnusedLanguages(served, server, on: console)
      do {
        try FormHTTPServer.requireAvailable(server)
      } catch {
        throw cannotListen(error)
      }
      try recorder.storeStagedDefinitions()
      console.showNotes()
      return UInt32(server.stoppingTimeout) + 10
    }
  }

  /// Notes the languages of forms in which pages are not shown: a page is in one language.
  private func noteUnusedLanguages(
    _ served: ServedDefinitions, _ configuration: ServerConfiguration, on console: Console
  ) throws {
    for form in served.forms {
      let languages = configuration.unusedLanguages(of: form)
      guard !languages.isEmpty else { continue }
      console.note(
        "form \(form.name): pages do not show its texts in \(languages.joined(separator: ", ")), "
          + "because the form has no labels and formrec no messages in them; --messages adds some")
    }
  }
}
#endif
