import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// Runs every kept input through the entry points that libFuzzer calls; `Tests/fuzz/run`
/// searches for more.
@Suite struct FuzzCorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func corpusInputsAreHandled(_ target: FuzzTarget) throws {
    let corpus = try target.corpus
    #expect(!corpus.isEmpty)
    for (name, input) in corpus {
      let failure = target.failure(on: input)
      #expect(failure == nil, "\(target)/\(name)")
    }
  }

  /// libFuzzer does not find a format without an input from which it derives others.
  @Test(arguments: RecordFormat.allCases)
  func everyFormatIsInTheCorpus(_ format: RecordFormat) throws {
    var options = ReaderOptions()
    options.format = format
    #expect(
      try FuzzTarget(format).corpus.contains { _, input in
        let source = MemoryByteSource(Array(input.dropFirst(ReaderEntry.optionBytes)))
        guard var reader = try? openReader(source: source, options: options) else { return false }
        var batch = RecordBatch()
        return (try? reader.read(into: &batch, maximumRecords: 1)) == true
          && batch.fault(of: batch.records[0]) == nil
      })
  }
}

extension FuzzTarget {
  /// The target that reads a format.
  fileprivate init(_ format: RecordFormat) {
    self =
      switch format {
      case .csv, .tsv: .csv
      case .ndjson: .ndjson
      case .json: .json
      case .xlsx: .file
      }
  }

  /// The kept inputs with their names.
  fileprivate var corpus: [(name: String, input: [UInt8])] {
    get throws {
      let folder = Repository.fixture("fuzz/\(rawValue)")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
      }
    }
  }
}
