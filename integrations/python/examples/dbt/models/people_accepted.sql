-- What is accepted and current: neither corrected nor delivered again.
select id, age, _source, _batch
from {{ source('formrec', 'people') }}
where _verdict = 'accepted' and _corrected_by is null and _superseded_by is null
