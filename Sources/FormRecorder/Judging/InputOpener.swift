import FormInput
import FormRules

/// How an input is opened, as often as it is read: its path, its format, and what its columns mean.
struct InputOpener {
  let plan: Plan
  let path: String
  private let input: InputOptions
  private let options: ReaderOptions
  private let mapping: ColumnMapping
  /// The input, if it is read more than once or is a copy.
  var rereadable: RereadableFile?

  /// - Throws: `RecorderError` if the options contradict each other or the form.
  init(
    _ path: String, _ input: InputOptions, under plan: Plan,
    exports: ColumnMapping.ExportHandling = .note
  ) throws(RecorderError) {
    self.plan = plan
    self.path = path
    self.input = input
    do {
      options = try input.readerOptions(plan.form)
      mapping = try ColumnMapping(form: plan.form, mapped: input.mappedColumns, exports: exports)
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  /// Opens the input, and creates a judge of its records.
  ///
  /// - Throws: `RecorderError` with the path.
  func makeJudge(
    _ configuration: RunState.Configuration, for purpose: RecordJudge.Purpose = .judging,
    _ digest: StreamDigest? = nil, boundaries: BatchBoundaries = BatchBoundaries()
  ) throws(RecorderError) -> InputJudge {
    do {
      let reader = try openReader(
        path: rereadable?.path ?? path, origin: path, options: options, digest: digest)
      return try InputJudge(
        MappedInput(
          ReadAheadReader(reader, boundaries), mapping, decimalFormat: input.decimalFormat,
          after: (input.part?.firstRecord ?? 1) - 1),
        plan, configuration: configuration, for: purpose)
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  /// Adds all records to the counts of the configuration.
  ///
  /// - Parameter body: Called after each batch.
  /// - Throws: `RecorderError` with the path, and the errors of the body.
  func count(
    _ configuration: RunState.Configuration, _ body: (InputJudge) throws -> Void = { _ in }
  ) throws {
    let judge = try makeJudge(configuration, for: .counting)
    func next() throws(RecorderError) -> Bool {
      do throws(RecorderError) {
        return try judge.count()
      } catch {
        throw error.inFile(path)
      }
    }
    while try next() { try body(judge) }
  }
}
