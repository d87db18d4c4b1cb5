import FormBytes
import FormDefinitions
import FormInput
public import FormModels
import FormStore
public import Foundation

/// An error of a recorder operation.
///
/// `reason` is for programs. `description` is for people: one line that states the problem and its
/// location. `remedies` are actions that may help.
///
/// Each operation that uses a store may throw an error with the reason `storage`, `damaged` or
/// `newer`, or `missing` if there is no database, and each that writes also `busy`. The
/// documentation of an operation names only its other errors.
public struct RecorderError: LocalizedError, Sendable, CustomStringConvertible {
  /// The cause of an error.
  public enum Reason: Sendable, Equatable {
    /// The request is invalid.
    case usage
    /// The request does not specify which of these forms, rule sets or other items to use.
    case ambiguous([String])
    /// An item that the request names does not exist.
    case missing(Subject)
    /// Another process is writing. A later attempt may succeed. The process is nil if it is
    /// unknown.
    case busy(process: Int?)
    /// A later version of formrec created the database, which has this schema version.
    case newer(schema: Int)
    /// The idempotency key belongs to this submission, which has other values.
    case idempotencyConflict(submissionID: Int64)
    /// An accepted record has the same key, and only known senders may replace it
    /// (`Form.Supersession`).
    case keyExists
    /// The file changed while it was read, or since its import began. The import is unfinished, or
    /// nil if nothing was recorded.
    case fileChanged(importID: Int64?)
    /// An uploaded file that the record refers to was deleted in the meantime, for example by a
    /// purge. It must be sent again.
    case fileRemoved
    /// The import is unfinished and cannot be resumed by this request or version.
    case unfinishedImport(Int64)
    /// The columns of the file do not match the form: the header, the delimiter or the form is
    /// wrong.
    case columns(missing: [String], unknown: [String])
    /// The file is an export, whose records are already stored.
    case returnedFile
    /// The file has a different format or cannot be read.
    case unreadable
    /// The file is no database or cannot be used, or SQLite or the file system reported an error,
    /// such as a full disk or an I/O error.
    case storage
    /// The database was altered by something other than formrec, or SQLite cannot read its pages.
    case damaged
    /// A definition is invalid or does not fit the stored data. The list has the errors
    /// of each file, and is empty if each definition is valid by itself.
    case definition([DefinitionErrors])
    /// A model has nested or repeated values with these names, for which a record has no fields.
    case notStorable(parts: [String])
    /// A model fails checks, which a recorder cannot evaluate.
    case invalid(ValidationErrors)
    /// The result would reveal values of sensitive fields, which are masked for the caller.
    case sensitive
    /// The operation is valid but not possible with the stored data.
    case refused
    /// The operation was stopped.
    case stopped
  }

  /// An item that does not exist.
  public enum Subject: Sendable, Equatable {
    /// The database file.
    case database
    /// The form, by name or as `name@version`, or any form if the name is nil.
    case form(String?)
    /// The rule set, by name or as `name@version`, or any rule set if the name is nil.
    case ruleSet(String?)
    /// The import with this number.
    case importID(Int64)
    /// The run with this number.
    case run(Int64)
    /// The submission with this number.
    case submission(Int64)
    /// Another item, which the error describes.
    case other
  }

  /// The cause of the error.
  public let reason: Reason
  /// The error without what was stored.
  package private(set) var statement: String
  /// The number of records of the request that are stored, if the error states it.
  package let stored: Int?
  /// What is stored if the operation ended early. Also part of the statement.
  package private(set) var storedChange: String?
  /// The error as text.
  public var description: String { Self.text(statement, stored: stored) }
  /// The description, for `localizedDescription`.
  public var errorDescription: String? { description }
  /// Alternative actions by which the caller may resolve the error.
  public let remedies: [Remedy]

  package init(
    _ reason: Reason, _ statement: String, _ remedies: Remedy..., stored: Int? = nil
  ) {
    self.init(reason, statement, remedies, stored: stored)
  }

  /// - Parameter stored: The number of records of the request that are stored, if that is stated.
  package init(
    _ reason: Reason, _ statement: String, _ remedies: [Remedy], stored: Int? = nil
  ) {
    self.reason = reason
    self.statement = statement
    self.stored = stored
    self.remedies = remedies
  }

  /// A statement with the number of records that are stored, if that is stated.
  package static func text(_ statement: String, stored: Int?) -> String {
    guard let stored else { return statement }
    return stored == 0
      ? "\(statement); nothing was stored"
      : "\(statement); the first \(stored) records were stored"
  }

  /// The error of a later step of an operation, after a change that is stored.
  ///
  /// - Parameter change: What is stored, and how to repeat the rest.
  package func after(_ change: String) -> RecorderError {
    var error = RecorderError(reason, "\(change): \(statement)", remedies)
    error.storedChange = change
    return error
  }

  /// The error of an operation that ended early, after a change that is stored.
  ///
  /// - Parameter change: What is stored.
  package func storing(_ change: String) -> RecorderError {
    var error = RecorderError(reason, "\(statement); \(change)", remedies)
    error.storedChange = change
    return error
  }

  /// A run was stopped while it waited for services.
  package static let requestsStopped = RecorderError(.stopped, "stopped during service requests")

  /// The store has inconsistent content.
  package static func damaged(_ description: String) -> RecorderError {
    RecorderError(.damaged, description, .verify)
  }

  package static func unknownEncoding(_ name: String) -> RecorderError {
    RecorderError(.usage, TextEncoding.unknown(name))
  }

  /// Converts any error to a `RecorderError`.
  ///
  /// - Parameter file: The file that was used, which errors of readers and of the system do not
  ///   name.
  package init(_ error: any Error, file: String? = nil) {
    let subject = file.map { "\($0): " } ?? ""
    switch error {
    case let error as RecorderError: self = error
    case let error as ReaderError:
      // The message already contains the line number.
      self.init(
        error.isUsage ? .usage : .unreadable, subject + error.message, error.remedies)
    case let error as RunParameterError: self.init(.usage, error.description)
    case let error as StoreError: self.init(error.reason, error.description, error.remedies)
    case let error as DefinitionErrors:
      let areMessages = error.errors.contains { $0.cause == .messages }
      self.init(.definition([error]), error.description, areMessages ? [.supplyMessages] : [])
    case let error as DefinitionError: self.init(DefinitionErrors([error]))
    case let error as SystemError: self.init(.storage, subject + error.description)
    case let error as POSIXError:
      self.init(.storage, subject + String(errno: error.code.rawValue))
    case let error as CocoaError:
      if let cause = error.underlying as? POSIXError {
        self.init(cause, file: file)
      } else {
        self.init(.storage, subject + error.localizedDescription)
      }
    default: self.init(.refused, subject + String(describing: error))
    }
  }

  /// Joins the errors of several definition files.
  init(allOf errors: [RecorderError]) {
    let definitions: [DefinitionErrors] = errors.flatMap { error -> [DefinitionErrors] in
      if case .definition(let list) = error.reason { return list }
      return []
    }
    self.init(
      .definition(definitions), errors.map(\.description).joined(separator: "\n"),
      errors.first { !$0.remedies.isEmpty }?.remedies ?? [])
  }

  /// Whether the request itself is invalid, regardless of the content of files and of the store.
  package var isUsage: Bool {
    switch reason {
    case .usage, .ambiguous, .missing(.form(nil)), .missing(.ruleSet(nil)): true
    case .missing, .busy, .newer, .idempotencyConflict, .keyExists, .fileChanged, .fileRemoved,
      .unfinishedImport, .columns, .returnedFile, .unreadable, .storage, .damaged, .definition,
      .notStorable, .invalid, .sensitive, .refused, .stopped:
      false
    }
  }

  /// The same error, prefixed with the file that it concerns. Usage errors concern no file and stay
  /// unchanged.
  package func inFile(_ path: String) -> RecorderError {
    if isUsage { return self }
    // A line break in a file name must not start a new line of output.
    let name = path.replacing(/[\r\n]/, with: "\u{FFFD}")
    return prefixed(name)
  }

  /// The same error, prefixed with its subject.
  func prefixed(_ subject: String) -> RecorderError {
    var error = self
    error.statement = "\(subject): \(statement)"
    return error
  }
}

extension ReaderError {
  /// Whether an option does not apply to the file, or is out of range.
  fileprivate var isUsage: Bool {
    switch kind {
    case .options, .notAnArchive, .entryOfWorkbook, .notAWorkbook: true
    case .input, .compression, .encoding, .unknownEncoding, .content, .entry, .sheet, .header,
      .repeatedName,
      .missingHeader, .missingHeaderRow, .tooManyColumns, .syntax:
      false
    }
  }

  fileprivate var remedies: [Remedy] {
    if let likelyEncoding {
      let isDamageToo = kind == .encoding && likelyEncoding != .utf8
      return likelyEncodings.map { .chooseEncoding($0.rawValue) }
        + (isDamageToo ? [.acceptMalformedRecords] : [])
    }
    if let suggestion { return [.chooseDialect(FileDialect(suggestion))] }
    return switch kind {
    case .unknownEncoding: [.nameEncoding, .acceptMalformedRecords]
    case .entry: [.chooseEntry]
    case .sheet: [.chooseSheet]
    case .repeatedName: [.renameColumn, .matchByPosition]
    case .missingHeader: [.declareNoHeader]
    case .missingHeaderRow: [.chooseHeader, .declareNoHeader]
    case .tooManyColumns: [.chooseDelimiter]
    case .notAnArchive: [.omitEntry]
    case .entryOfWorkbook: [.omitEntry, .chooseSheet]
    case .notAWorkbook: [.omitSheet]
    case .input, .compression, .encoding, .content, .header, .syntax, .options: []
    }
  }
}

extension StoreError {
  fileprivate var reason: RecorderError.Reason {
    switch self {
    case .missing: .missing(.database)
    case .unknownImport(let id): .missing(.importID(id))
    case .unknown: .missing(.other)
    case .newer(_, let version): .newer(schema: version)
    case .busy(_, let process, _): .busy(process: process)
    case .unusable, .outdated, .foreign, .linked, .failed, .constraint: .storage
    case .corrupt, .altered: .damaged
    case .notUnfinished, .notReinstatable, .purged: .refused
    case .interrupted: .stopped
    }
  }

  fileprivate var remedies: [Remedy] {
    switch self {
    case .missing: [.applyDefinitions]
    case .unknownImport: [.listImports]
    case .outdated: [.updateDatabase]
    case .foreign: [.chooseDatabase]
    case .linked: [.backUp]
    case .busy: [.waitLonger]
    case .corrupt, .constraint, .altered: [.verify]
    case .unusable, .newer, .failed, .notUnfinished, .notReinstatable, .purged, .unknown,
      .interrupted:
      []
    }
  }
}

/// Runs a closure and maps its errors to `RecorderError`.
package func mappingErrors<Result>(
  file: String? = nil, _ body: () throws -> Result
) throws(RecorderError) -> Result {
  do {
    return try body()
  } catch {
    throw RecorderError(error, file: file)
  }
}
