/// The state of an import.
package enum ImportState: String, Sendable { case unfinished, finished, discarded, retracted }
