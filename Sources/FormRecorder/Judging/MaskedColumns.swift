import FormRules
import FormStore

/// The fields of a form's versions whose payment card numbers were stored masked. They stay masked
/// when later rules lack `paymentCard`.
struct MaskedColumns {
  /// The forms of the plans that masked fields, with the positions of these fields.
  private let plans: [(form: Form, fields: [Int])]

  /// Reads the plans by which records of a form were stored, except those that cannot be read.
  init(ofForm formID: Int64, in store: Store) throws {
    plans = try store.storingPlans(ofForm: formID).compactMap {
      id -> (form: Form, fields: [Int])? in
      let plan = try Plan.ifReadable { try ClaimBatch.plan(id, of: store) }
      guard let plan, !plan.cardFields.isEmpty else { return nil }
      return (plan.form, plan.cardFields)
    }
  }

  /// The positions of the fields of a form that may have masked cells.
  ///
  /// - Parameter columns: The columns of the import with the cells. They connect the versions of a
  ///   form in which a field has different names.
  func fields(of form: Form, filledBy columns: [ImportColumn]) -> Set<Int> {
    if plans.isEmpty { return [] }
    var masked: Set<Int> = []
    for plan in plans {
      let column = plan.form.columnOfField(columns)
      masked.formUnion(plan.fields.compactMap { column[$0] })
    }
    let column = form.columnOfField(columns)
    return Set(column.indices.filter { column[$0].map(masked.contains) == true })
  }
}
