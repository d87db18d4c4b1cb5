import FormBytes

@testable import FormInput

/// The result of reading JSON: the records, the header, the notes and the error that stopped it.
typealias ReadJSON = (
  records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?
)

extension ReaderOptions {
  /// Options for UTF-8 with the columns `a` and `b`.
  static func twoColumns(_ change: (inout ReaderOptions) -> Void = { _ in })
    -> ReaderOptions
  {
    ReaderOptions {
      $0.encoding = .utf8
      $0.initialJSONColumns = ["a", "b"]
      change(&$0)
    }
  }
}

func readJSONLines(
  _ text: String, _ options: ReaderOptions = .twoColumns()
) -> ReadJSON {
  readJSONLines(Array(text.utf8), options)
}

func readJSONLines(
  _ bytes: [UInt8], _ options: ReaderOptions = .twoColumns()
) -> ReadJSON {
  do throws(ReaderError) {
    return readAll(try NDJSONReader(source: MemoryByteSource(bytes), options: options))
  } catch {
    return ([], [], DetectedProperties(), error)
  }
}

func readJSONArray(
  _ text: String, _ options: ReaderOptions = .twoColumns()
) -> ReadJSON {
  readJSONArray(Array(text.utf8), options)
}

func readJSONArray(
  _ bytes: [UInt8], _ options: ReaderOptions = .twoColumns()
) -> ReadJSON {
  do throws(ReaderError) {
    let source = MemoryByteSource(bytes)
    return readAll(try JSONArrayReader(source: source, options: options))
  } catch {
    return ([], [], DetectedProperties(), error)
  }
}
