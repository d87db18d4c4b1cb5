-- Forms and rule sets in immutable versions, and the plans that bind a rule set to a form.
-- The prefix form_ is reserved for the views of forms.

CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at TEXT NOT NULL,
  hash_key BLOB NOT NULL -- the key of the hashes of `unique`: 16 random bytes
) STRICT;

CREATE TABLE definition (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('form', 'rules')),
  name TEXT NOT NULL,
  form INTEGER REFERENCES definition, -- of a rule set: its form
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE version (
  id INTEGER PRIMARY KEY,
  definition INTEGER NOT NULL REFERENCES definition,
  number INTEGER NOT NULL,
  content TEXT NOT NULL, -- canonical JSON
  digest TEXT NOT NULL, -- SHA-256 of the content
  created_at TEXT NOT NULL,
  UNIQUE (definition, number)
) STRICT;

-- A rule-set version bound to a form version. Each run judges by one plan.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  form_version INTEGER NOT NULL REFERENCES version,
  rules_version INTEGER NOT NULL REFERENCES version,
  UNIQUE (form_version, rules_version)
) STRICT;

CREATE TABLE plan_rule (
  plan INTEGER NOT NULL REFERENCES plan,
  position INTEGER NOT NULL, -- 0: errors of the reader
  rule TEXT NOT NULL, -- the rule's id, as in reports
  kind TEXT NOT NULL, -- the name of the rule, or of the field's type
  field TEXT,
  severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
  code TEXT NOT NULL, -- the default code of its errors
  words TEXT NOT NULL, -- the rule in English, with its arguments
  PRIMARY KEY (plan, position)
) STRICT, WITHOUT ROWID;

-- The codes of the reader's errors, with their meaning in English.
CREATE TABLE reader_code (
  code TEXT PRIMARY KEY,
  words TEXT NOT NULL,
  migration INTEGER NOT NULL -- the number of the last migration when the code was added
) STRICT, WITHOUT ROWID;
