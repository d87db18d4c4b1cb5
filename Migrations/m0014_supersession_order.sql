-- Deliveries supersede others in the order in which they take effect. A record of an import that was
-- interrupted and resumed may supersede records with greater numbers.
PRAGMA legacy_alter_table = ON;

CREATE TABLE new_superseded (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  superseded_by INTEGER NOT NULL REFERENCES submission
) STRICT;

INSERT INTO new_superseded SELECT submission, superseded_by FROM superseded;

DROP TABLE superseded;

ALTER TABLE new_superseded RENAME TO superseded;

PRAGMA legacy_alter_table = OFF;

CREATE INDEX superseded_by ON superseded (superseded_by);
