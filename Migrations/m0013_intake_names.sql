-- Single submissions with names that are not fields have their own intakes, so that the columns of one
-- submission never affect another.
PRAGMA legacy_alter_table = ON;

CREATE TABLE new_intake (
  import INTEGER PRIMARY KEY REFERENCES import,
  plan INTEGER NOT NULL REFERENCES plan,
  parameters TEXT NOT NULL,
  scenario TEXT NOT NULL, -- empty: none
  day TEXT NOT NULL,
  names TEXT, -- JSON array of the columns that are not fields; null: begun before, with any columns
  UNIQUE (plan, parameters, scenario, day, names)
) STRICT;

INSERT INTO new_intake SELECT import, plan, parameters, scenario, day, NULL FROM intake;

DROP TABLE intake;

ALTER TABLE new_intake RENAME TO intake;

PRAGMA legacy_alter_table = OFF;

CREATE TRIGGER intake_no_update BEFORE UPDATE ON intake BEGIN
  SELECT RAISE(ABORT, 'intake is append-only');
END;

CREATE TRIGGER intake_no_delete BEFORE DELETE ON intake BEGIN
  SELECT RAISE(ABORT, 'intake is append-only');
END;
