-- History is append-only: these triggers stop accidents; the hash chain shows the rest.

CREATE TRIGGER form_version_no_update BEFORE UPDATE ON form_version BEGIN
  SELECT RAISE(ABORT, 'form_version is append-only');
END;

CREATE TRIGGER form_version_no_delete BEFORE DELETE ON form_version BEGIN
  SELECT RAISE(ABORT, 'form_version is append-only');
END;

CREATE TRIGGER rule_set_version_no_update BEFORE UPDATE ON rule_set_version BEGIN
  SELECT RAISE(ABORT, 'rule_set_version is append-only');
END;

CREATE TRIGGER rule_set_version_no_delete BEFORE DELETE ON rule_set_version BEGIN
  SELECT RAISE(ABORT, 'rule_set_version is append-only');
END;

CREATE TRIGGER plan_no_update BEFORE UPDATE ON plan BEGIN
  SELECT RAISE(ABORT, 'plan is append-only');
END;

CREATE TRIGGER plan_no_delete BEFORE DELETE ON plan BEGIN
  SELECT RAISE(ABORT, 'plan is append-only');
END;

CREATE TRIGGER plan_rule_no_update BEFORE UPDATE ON plan_rule BEGIN
  SELECT RAISE(ABORT, 'plan_rule is append-only');
END;

CREATE TRIGGER plan_rule_no_delete BEFORE DELETE ON plan_rule BEGIN
  SELECT RAISE(ABORT, 'plan_rule is append-only');
END;

CREATE TRIGGER import_no_update BEFORE UPDATE ON import BEGIN
  SELECT RAISE(ABORT, 'import is append-only');
END;

CREATE TRIGGER import_no_delete BEFORE DELETE ON import BEGIN
  SELECT RAISE(ABORT, 'import is append-only');
END;

CREATE TRIGGER import_column_no_update BEFORE UPDATE ON import_column BEGIN
  SELECT RAISE(ABORT, 'import_column is append-only');
END;

CREATE TRIGGER import_column_no_delete BEFORE DELETE ON import_column BEGIN
  SELECT RAISE(ABORT, 'import_column is append-only');
END;

CREATE TRIGGER submission_no_update BEFORE UPDATE ON submission BEGIN
  SELECT RAISE(ABORT, 'submission is append-only');
END;

CREATE TRIGGER submission_no_delete BEFORE DELETE ON submission BEGIN
  SELECT RAISE(ABORT, 'submission is append-only');
END;

CREATE TRIGGER span_no_update BEFORE UPDATE ON span BEGIN
  SELECT RAISE(ABORT, 'span is append-only');
END;

CREATE TRIGGER span_no_delete BEFORE DELETE ON span BEGIN
  SELECT RAISE(ABORT, 'span is append-only');
END;

CREATE TRIGGER malformed_no_update BEFORE UPDATE ON malformed BEGIN
  SELECT RAISE(ABORT, 'malformed is append-only');
END;

CREATE TRIGGER malformed_no_delete BEFORE DELETE ON malformed BEGIN
  SELECT RAISE(ABORT, 'malformed is append-only');
END;

CREATE TRIGGER import_end_no_update BEFORE UPDATE ON import_end BEGIN
  SELECT RAISE(ABORT, 'import_end is append-only');
END;

CREATE TRIGGER import_end_no_delete BEFORE DELETE ON import_end BEGIN
  SELECT RAISE(ABORT, 'import_end is append-only');
END;

CREATE TRIGGER correction_no_update BEFORE UPDATE ON correction BEGIN
  SELECT RAISE(ABORT, 'correction is append-only');
END;

CREATE TRIGGER correction_no_delete BEFORE DELETE ON correction BEGIN
  SELECT RAISE(ABORT, 'correction is append-only');
END;

CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN
  SELECT RAISE(ABORT, 'run is append-only');
END;

CREATE TRIGGER run_no_delete BEFORE DELETE ON run BEGIN
  SELECT RAISE(ABORT, 'run is append-only');
END;

CREATE TRIGGER run_range_no_update BEFORE UPDATE ON run_range BEGIN
  SELECT RAISE(ABORT, 'run_range is append-only');
END;

CREATE TRIGGER run_range_no_delete BEFORE DELETE ON run_range BEGIN
  SELECT RAISE(ABORT, 'run_range is append-only');
END;

CREATE TRIGGER error_no_update BEFORE UPDATE ON error BEGIN
  SELECT RAISE(ABORT, 'error is append-only');
END;

CREATE TRIGGER error_no_delete BEFORE DELETE ON error BEGIN
  SELECT RAISE(ABORT, 'error is append-only');
END;

CREATE TRIGGER run_end_no_update BEFORE UPDATE ON run_end BEGIN
  SELECT RAISE(ABORT, 'run_end is append-only');
END;

CREATE TRIGGER run_end_no_delete BEFORE DELETE ON run_end BEGIN
  SELECT RAISE(ABORT, 'run_end is append-only');
END;

CREATE TRIGGER run_rule_no_update BEFORE UPDATE ON run_rule BEGIN
  SELECT RAISE(ABORT, 'run_rule is append-only');
END;

CREATE TRIGGER run_rule_no_delete BEFORE DELETE ON run_rule BEGIN
  SELECT RAISE(ABORT, 'run_rule is append-only');
END;

CREATE TRIGGER block_no_update BEFORE UPDATE ON block BEGIN
  SELECT RAISE(ABORT, 'block is append-only');
END;

CREATE TRIGGER block_no_delete BEFORE DELETE ON block BEGIN
  SELECT RAISE(ABORT, 'block is append-only');
END;

CREATE TRIGGER unique_key_no_update BEFORE UPDATE ON unique_key BEGIN
  SELECT RAISE(ABORT, 'unique_key is append-only');
END;

CREATE TRIGGER unique_key_no_delete BEFORE DELETE ON unique_key BEGIN
  SELECT RAISE(ABORT, 'unique_key is append-only');
END;

CREATE TRIGGER store_no_update BEFORE UPDATE ON store BEGIN
  SELECT RAISE(ABORT, 'store is append-only');
END;

CREATE TRIGGER store_no_delete BEFORE DELETE ON store BEGIN
  SELECT RAISE(ABORT, 'store is append-only');
END;

CREATE TRIGGER form_no_update BEFORE UPDATE ON form BEGIN
  SELECT RAISE(ABORT, 'form is append-only');
END;

CREATE TRIGGER form_no_delete BEFORE DELETE ON form BEGIN
  SELECT RAISE(ABORT, 'form is append-only');
END;

CREATE TRIGGER rule_set_no_update BEFORE UPDATE ON rule_set BEGIN
  SELECT RAISE(ABORT, 'rule_set is append-only');
END;

CREATE TRIGGER rule_set_no_delete BEFORE DELETE ON rule_set BEGIN
  SELECT RAISE(ABORT, 'rule_set is append-only');
END;
