-- A purge erases the values of purged submissions that errors quote, before its event is recorded. The blocks
-- of the errors are sealed again.
DROP TRIGGER error_no_update;

CREATE TRIGGER error_no_update BEFORE UPDATE ON error
WHEN NOT (NEW.run = OLD.run AND NEW.submission = OLD.submission AND NEW.rule = OLD.rule
    AND NEW.code IS OLD.code AND length(NEW.arguments) < length(OLD.arguments)
    AND EXISTS (SELECT 1 FROM purge p WHERE NOT EXISTS (
      SELECT 1 FROM event e WHERE e.kind = 'purge' AND e.subject = p.id)))
BEGIN
  SELECT RAISE(ABORT, 'error is append-only');
END;
