/// The kind of an event in the chain.
///
/// The subject of an event is the id of a row, or for `store` the number of migrations.
/// `Ledger.seal(of:)` lists the rows that each kind seals.
package enum EventKind: String, CaseIterable, Sendable {
  case store, definition, plan, `import`, run, submission, decision, purge, discard, activity
  case retraction, reinstatement, comment, assignment
}
