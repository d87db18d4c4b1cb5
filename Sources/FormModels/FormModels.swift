// Validators take rules, forms and values, so that programs need a single import.
@_exported public import FormRules
