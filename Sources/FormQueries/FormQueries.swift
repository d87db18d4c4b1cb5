// The values of a store that the public operations take and return. The rest of FormStore stays
// hidden from targets that do not import it.
@_exported public import enum FormStore.DecisionKind
@_exported public import struct FormStore.DeliveryCounts
@_exported public import enum FormStore.EventKind
@_exported public import enum FormStore.ImportKind
@_exported public import enum FormStore.ImportState
@_exported public import struct FormStore.ImportSummary
@_exported public import enum FormStore.RunKind
@_exported public import struct FormStore.RunSummary
@_exported public import struct FormStore.StoredAnswer
@_exported public import struct FormStore.StoredAssignment
@_exported public import struct FormStore.StoredComment
@_exported public import struct FormStore.StoredDecision
@_exported public import struct FormStore.StoredRemoval
