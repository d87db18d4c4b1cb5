import FormBytes

/// Decides from the first records of a file whether its encoding is the expected one.
///
/// A file of unspecified encoding is expected to be UTF-8. The first record that is not starts a
/// look-ahead, up to the file's 1,000th record and about 1 MiB. The file counts as encoded
/// differently if enough records read as words of a language in one other encoding
/// (`EncodingDetector`, `MultibyteDetector`), and more than four times as many as contrary ones:
/// records with other damage or with characters in UTF-8. Enough means one in 40 records; six are
/// always enough. Thus a few bytes damaged in transit do not end reading, but umlauts in a fortieth
/// of the records do. It also counts as encoded differently if more than half of its records, at
/// least six, are not UTF-8, and none has a character in UTF-8.
///
/// A file of a stated encoding that includes ASCII counts as UTF-8 if the bytes beyond ASCII of its
/// records are characters in UTF-8 that fit together, in more than four times as many records as
/// not, and if they are not words of a language in the stated encoding. The records that decide
/// begin with the first one beyond ASCII, because those before it are the same in both encodings.
///
/// The decision is made once. Nothing after the last of these records can change it.
struct EncodingEvidence: Sendable {
  /// The number of bytes to look ahead.
  static let sampleBytes = 1 << 20
  private static let sampleRecords = 1_000
  /// The least mean score of the words of a record that are read in their encoding. Of words in
  /// thirty languages, 98 % have a higher one.
  private static let leastScore = -12.5
  /// The greatest mean score of words that are contrary: they are no words in the encoding.
  private static let contraryScore = -15.0
  /// The mean score of ordinary words of a language.
  private static let ordinaryScore = -9.0

  /// The stated encoding, or nil if the file is expected to be UTF-8.
  private let stated: TextEncoding?
  private var records = 0
  /// The number of records in UTF-8 with characters beyond ASCII.
  private var validRecords = 0
  /// The records that are not UTF-8, with their words in `detector`.
  private var suspects: [(fault: RecordFault, words: [Int])] = []
  private var detector = EncodingDetector()
  private var multibyte = MultibyteDetector()
  /// With a stated encoding: the number of records that are not UTF-8.
  private var contrary = 0
  /// The position of the first evidence against the expected encoding.
  private(set) var firstInvalid: RecordFault?
  /// Whether the decision is final.
  private(set) var isSettled: Bool

  /// - Parameter encoding: The stated encoding, if any. Text that is stated to be in Unicode is not
  ///   examined.
  init(_ encoding: TextEncoding?) {
    let isExamined = encoding.map { !$0.isUnicode } ?? true
    isSettled = !isExamined
    stated = encoding
  }

  /// The number of records still to be examined. The header counts as one.
  var recordsLeft: Int { isSettled ? 0 : Self.sampleRecords - records }

  /// Examines the next record, unless it is beyond the look-ahead.
  ///
  /// - Parameters:
  ///   - byteOffset: The start of the record.
  ///   - line: Its line.
  ///   - fault: The position of its first byte that is not UTF-8, if any.
  mutating func add(
    _ record: Span<UInt8>, at byteOffset: Int, line: Int, _ fault: RecordFault?
  ) {
    guard recordsLeft > 0, byteOffset < (firstInvalid?.byteOffset ?? byteOffset) + Self.sampleBytes
    else {
      return
    }
    let isASCII = record.endOfASCII(from: 0) == record.count
    if let stated {
      if isASCII, records == 0 { return }
      records += 1
      if !isASCII { add(record, in: stated, at: byteOffset, line: line) }
      // The first records suffice for text in the stated encoding.
      if contrary == 20, firstInvalid == nil { isSettled = true }
    } else {
      records += 1
      if let fault {
        suspects.append((fault, detector.add(record)))
        multibyte.add(record)
        firstInvalid = firstInvalid ?? fault
      } else if !isASCII {
        validRecords += 1
      }
    }
    if recordsLeft == 0, firstInvalid == nil { isSettled = true }
  }

  private mutating func add(
    _ record: Span<UInt8>, in encoding: TextEncoding, at byteOffset: Int, line: Int
  ) {
    let source = encoding.sourceBytes(of: record)
    switch UTF8Reading(source.span) {
    case .invalid: contrary += 1
    case .improbable: break
    case .probable:
      validRecords += 1
      _ = detector.add(source.span)
      firstInvalid =
        firstInvalid
        ?? RecordFault(code: .encoding, line: line, column: 1, byteOffset: byteOffset)
    }
  }

  /// Decides, after all records have been added.
  ///
  /// - Returns: The error that ends reading at the first evidence, or nil.
  mutating func conclusion() -> ReaderError? {
    isSettled = true
    guard let firstInvalid else { return nil }
    if let stated {
      guard validRecords > 4 * contrary, !areWords(in: stated) else { return nil }
      return .isUTF8(firstInvalid, stated: stated)
    }
    let least = min(6, (records + 39) / 40)
    let results = detector.results
    if let encoding = multibyte.encoding, multibyte.pieces >= least,
      multibyte.pieces > 4 * validRecords, !results[0].isFluentInOtherScript
    {
      return .notUTF8(firstInvalid, probably: [encoding])
    }
    return singleByteConclusion(results, least)
      ?? (suspects.count >= 6 && suspects.count * 2 > records && validRecords == 0
        ? .notUTF8(firstInvalid, probably: []) : nil)
  }

  /// Whether the text reads as words in the stated encoding, as a few short words do although their
  /// bytes are also UTF-8.
  private func areWords(in encoding: TextEncoding) -> Bool {
    guard let score = detector.result(in: encoding)?.meanScore else { return false }
    return score >= Self.ordinaryScore
  }

  /// - Parameters:
  ///   - results: The readings in single-byte encodings, the most probable one first.
  ///   - least: The least number of records that must read as words.
  private func singleByteConclusion(
    _ results: [EncodingDetector.Reading], _ least: Int
  ) -> ReaderError? {
    let best = results[0]
    var first: RecordFault?
    var (conclusive, contrary) = (0, validRecords)
    for suspect in suspects {
      let scores = suspect.words.compactMap { best.wordScores[$0] }
      if scores.isEmpty { continue }
      let score = scores.reduce(0, +) / Double(scores.count)
      if score >= Self.leastScore {
        conclusive += 1
        first = first ?? suspect.fault
      } else if score <= Self.contraryScore {
        contrary += 1
      }
    }
    // Two letters of another script may be damage, such as a part of a byte order mark; and damage
    // reads as a word in one of the rare encodings.
    guard let first, conclusive >= least, conclusive > 4 * contrary,
      best.isLatin || best.evidence >= 3, Double(best.evidence) >= 1 - best.candidate.prior
    else { return nil }
    return .notUTF8(first, EncodingAdvice(detector, results))
  }
}
