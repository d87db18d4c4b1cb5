package import FormRecorder

extension Recorder {
  /// Writes a page to a file, which gets its name once it is complete.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced. The database and imported
  ///   files are never replaced.
  package func write(
    page: String, to path: String, replacing: Bool
  ) throws(RecorderError) {
    let store = try storeForReading()
    try OutputFile.write(page, to: path, replacing: replacing, protecting: store)
  }
}
