#if Server
import FormRecorder
import FormTestSupport

/// The files of a store without definitions. Servers get copies, because creating one takes longer.
enum EmptyStore {
  static let contents = Result {
    let folder = try TemporaryFolder()
    _ = try Recorder(database: folder.path("store.sqlite")).storeForWriting()
    return try folder.contents()
  }
}
#endif
