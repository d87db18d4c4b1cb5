#if Server
import FormInput
import FormRecorder

extension QueryParameter {
  /// The parameters that describe the file in the body.
  static let file = [fileName, delimiter, fileEncoding, header, format, entry, sheet]
  static let fileName = Self(
    "name", "The name of the file. If omitted, it is that in `Content-Disposition`.")
  static let fileEncoding = Self(
    "encoding", "The encoding of a text file.", .choice(InputOptions.encodings))
  static let header = Self(
    "header", "The line number of the header; 0 if there is none.", .integer(0...0x7FFF_FFFF))
  static let format = Self(
    "format", "The format of the file. If omitted, its media type or content determines it.",
    .choice(InputOptions.formats))
  static let entry = Self("entry", "The name of the entry in a zip file.")
  static let sheet = Self("sheet", "The name or number of the sheet in a workbook.")

  static let importBatchLabel = Self(
    "batch", "The batch to which the file belongs.", .name)
  static let zone = Self(
    "zone", "The time zone whose day `today()` is. If omitted, it is that of the form, then UTC.",
    .name)
  static let atomic = Self("atomic", "Store the file completely or not at all.", .flag)
  static let again = Self("again", "Import a file even if it was imported before.", .flag)
  static let asRecords = Self(
    "asRecords", "Import the records of an export as new ones instead of refusing it.", .flag)
  static let noCarry = Self(
    "noCarry", "Do not apply corrections of earlier deliveries of the same records.", .flag)
  static let dryRun = Self("dryRun", "Report the corrections and store nothing.", .flag)
  static let literal = Self(
    "literal",
    "Take the texts literally: a person entered them, and no program has rewritten them since.",
    .flag)
  static let patches = Self("patches", "List the changes of each record.", .flag)
  static let withVerdicts = Self(
    "verdicts", "List the failures that each changed record has.", .flag)
  static let keep = Self(
    "keep",
    "The columns whose cells without a failure keep their values, separated by commas, or all.")
  static let acceptChanges = Self(
    "accept",
    "The columns whose changes of cells without a failure are stored, separated by commas, or all.")
}
#endif
