-- Forms and rule sets in immutable versions, and the plans that bind the one to the other.

CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at TEXT NOT NULL,
  hash_key BLOB NOT NULL -- of the hash behind `unique`, 16 random bytes
) STRICT;

CREATE TABLE form (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE form_version (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES form,
  number INTEGER NOT NULL,
  content TEXT NOT NULL, -- canonical JSON
  digest TEXT NOT NULL, -- SHA-256 of the content
  created_at TEXT NOT NULL,
  UNIQUE (form, number)
) STRICT;

CREATE TABLE rule_set (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  form INTEGER NOT NULL REFERENCES form
) STRICT;

CREATE TABLE rule_set_version (
  id INTEGER PRIMARY KEY,
  rule_set INTEGER NOT NULL REFERENCES rule_set,
  number INTEGER NOT NULL,
  content TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (rule_set, number)
) STRICT;

-- A rule-set version bound to a form version: what a run judges by.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  form_version INTEGER NOT NULL REFERENCES form_version,
  rule_set_version INTEGER NOT NULL REFERENCES rule_set_version,
  UNIQUE (form_version, rule_set_version)
) STRICT;

CREATE TABLE plan_rule (
  plan INTEGER NOT NULL REFERENCES plan,
  position INTEGER NOT NULL, -- 0 is what the reader reports
  rule TEXT NOT NULL, -- the id in reports
  kind TEXT NOT NULL, -- the rule's stored name, or the type's
  field TEXT,
  severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
  code TEXT NOT NULL, -- of an error that has none of its own
  words TEXT NOT NULL, -- the rule in English, fixed arguments filled in
  PRIMARY KEY (plan, position)
) STRICT, WITHOUT ROWID;
