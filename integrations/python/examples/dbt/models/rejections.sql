-- Why records were rejected, by import.
select i.file_name, e.rule, count(*) as records
from {{ source('formrec', 'errors') }} e
join {{ source('formrec', 'people') }} p on p._submission = e.submission
join {{ source('formrec', 'imports') }} i on i.import = p._import
where e.severity = 'error'
group by i.file_name, e.rule
