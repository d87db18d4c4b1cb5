import FormBytes
import FormInput
import FormRules
package import FormStore

/// The result of verifying a proof.
public struct ProofReport: Sendable, Encodable {
  package var event: ProvenEvent
  /// The event of the receipt.
  public var receiptEvent: Int64
  /// The head of the receipt, 64 hexadecimal digits.
  public var head: String
  /// Whether a receipt that was kept elsewhere has this head; nil if none was given.
  public var isConfirmed: Bool?

  /// Verifies a proof.
  ///
  /// - Parameter against: A head, or the path of a file of receipts.
  /// - Throws: `RecorderError` if the text is not a proof, or not valid.
  public init(_ bytes: [UInt8], against: String? = nil) throws(RecorderError) {
    let proof = try Proof(bytes)
    event = try proof.verify()
    (receiptEvent, head) = (proof.receiptEvent, proof.head)
    guard let against else { return }
    if Receipt.isHead(against) {
      isConfirmed = against.lowercased() == head
    } else {
      isConfirmed = try Receipt.all(in: against)
        .contains { $0.event == receiptEvent && $0.head == head }
    }
  }

  /// Verifies the proof in a file.
  ///
  /// - Throws: `RecorderError` also if the file is larger than any proof.
  public init(file path: String, against: String? = nil) throws(RecorderError) {
    try self.init(file: path, against: against, maximumBytes: Proof.maximumBytes)
  }

  init(file path: String, against: String? = nil, maximumBytes: Int) throws(RecorderError) {
    let bytes = try mappingErrors(file: path) {
      var source = try FileByteSource(regularFile: path)
      var bytes: [UInt8] = []
      while bytes.count <= maximumBytes, try source.read(appendingTo: &bytes, atMost: 1 << 18) > 0 {
      }
      return bytes
    }
    guard bytes.count <= maximumBytes else {
      throw RecorderError(
        .unreadable, "\(path): too large for a proof, which has at most \(maximumBytes) bytes")
    }
    try self.init(bytes, against: against)
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    let (stated, text) = (event.statement, event.text)
    let submission = event.submissions.flatMap { $0.count == 1 ? $0.lowerBound : nil }
    let record = text.flatMap { $0.cells.isEmpty ? nil : $0 }
    try encoder.encodeMembers([
      "ok": isConfirmed != false, "event": event.event, "kind": event.kind.rawValue,
      "at": event.at, "by": event.by, "reason": event.reason, "submission": submission,
      "run": stated.run, "import": stated.import, "record": event.record, "form": stated.form,
      "formDigest": stated.formDigest, "rules": stated.rules, "rulesDigest": stated.rulesDigest,
      "verdict": verdict, "line": record?.number, "cells": record.map { words($0.cells) },
      "errors": text?.errors ?? [], "decision": stated.decision, "rule": event.rule,
      "receipt": receiptEvent, "head": head, "confirmed": isConfirmed,
    ])
  }

  /// `accepted` or `rejected`, or nil if the proof has no verdict.
  public var verdict: String? { event.text.map { $0.isRejected ? "rejected" : "accepted" } }

  private func words(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The proven facts, one per line.
  package var lines: [String] {
    let stated = event.statement
    var lines: [String] = []
    let submissions = event.submissions.map {
      $0.count == 1
        ? "submission \($0.lowerBound)" : "submissions \($0.lowerBound) to \($0.upperBound)"
    }
    switch event.kind {
    case .run, .submission:
      var line = submissions ?? "record \(event.record ?? 0)"
      line += verdict.map { ": \($0) by " } ?? ": judged by "
      lines.append(line + "\(stated.rules ?? "") in run \(stated.run ?? 0)")
      if let text = event.text {
        if !text.cells.isEmpty {
          lines.append("  line \(text.number): \(words(text.cells))")
        }
        lines += text.errors.map { "  \($0.rule) (\($0.severity)): \($0.code)" }
        lines += text.rest.map { "  \(words($0))" }
      } else {
        lines.append("  the proof contains neither cells nor errors")
      }
    case .decision:
      lines.append(
        "\(submissions ?? ""): \(stated.decision == "waive" ? "waived" : "reopened") \(event.rule ?? "")"
      )
    case .assignment:
      lines.append("\(submissions ?? ""): assigned to \(stated.assignee?.displayText ?? "nobody")")
    case .purge: lines.append("\(submissions ?? ""): purged")
    case .retraction: lines.append("\(submissions ?? ""): retracted")
    case .reinstatement: lines.append("\(submissions ?? ""): in effect again")
    default: break
    }
    let by = (event.by.map { " by \($0)" } ?? "") + (event.reason.map { ": \($0)" } ?? "")
    lines.append("  recorded at \(event.at)\(by)")
    lines.append("  receipt: event \(receiptEvent), \(head)")
    return lines
  }
}
