/// A request to import an external run: a run that judged files outside of formrec.
public struct ExternalRunRequest: Sendable {
  /// The folder of the run: its manifest and its rejected records.
  public var folder: String
  /// The operator: the person or program that runs the import.
  public var by: String?
  /// The reason for the import.
  public var reason: String?
  /// The label of the batch that the files belong to.
  public var batchLabel: String?

  /// Creates a request for the external run in a folder.
  public init(folder: String) { self.folder = folder }
}

extension ExternalRunRequest: AttributedRequest {}
