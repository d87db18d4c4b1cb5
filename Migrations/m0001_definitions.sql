-- Forms and rule sets in immutable versions, and the plans that bind the one to the other.
-- No table's name begins with form_: the views of forms do.

CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at TEXT NOT NULL,
  hash_key BLOB NOT NULL -- of the hash behind `unique`, 16 random bytes
) STRICT;

CREATE TABLE definition (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('form', 'rules')),
  name TEXT NOT NULL,
  form INTEGER REFERENCES definition, -- of rules: the form that they are for
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

-- A rule-set version bound to a form version: what a run judges by.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  form_version INTEGER NOT NULL REFERENCES version,
  rules_version INTEGER NOT NULL REFERENCES version,
  UNIQUE (form_version, rules_version)
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

-- What the reader's codes mean, in English.
CREATE TABLE reader_code (
  code TEXT PRIMARY KEY,
  words TEXT NOT NULL,
  migration INTEGER NOT NULL -- the number of the last migration when the code was added
) STRICT, WITHOUT ROWID;
