"""The records of files, judged by byte ranges, with rules `unique` resolved by the engine."""

import atexit
import os
import shutil
import tempfile

from pyspark.sql import Window
from pyspark.sql import functions as F

from .job import Job
from .program import FormrecError
from .source import FormrecSource, found, prepared, split_files

SCOPES = ("file", "all")


def judge_files(
    spark, paths, definitions, *, only="all", cells=False, parts=None, scope="file", work=None,
    **named,
):
    """The records of files with `_file`, `_record`, `_line`, `_verdict`, `_errors` and `_warnings`.

    - paths: a file, folder or pattern, or several; every machine must be able to read them.
    - only: all, flagged (with errors or warnings) or rejected: what is left out costs next to nothing.
    - cells: whether flagged records come with their cells, and malformed ones with their bytes in
      base64.
    - parts: into how many parts each file is cut; else one for each 64 MiB.
    - scope: with which records rules `unique` compare one: those of its file, as an import does, or
      all, in the order of the paths.
    - work: a folder that every machine can read and write, for what rules `unique` find; else one of
      this machine's, which will do when there are no others.
    - named: form, rules, given, scenario, source, now, references, language.

    Rules `unique` take a pass of their own, when this is called. Nothing else is judged before an
    action, and then again with each: write the verdicts first.
    """
    job, files, cut = prepare(spark, paths, definitions, parts, named)
    repeated = resolve(spark, job, cut, scope, work) if job.unique else None
    read = reading(spark, job, cut).option("only", only).option("cells", str(cells).lower())
    if repeated is not None:
        read = read.option("_repeated", repeated)
    return read.load()


def prepare(spark, paths, definitions, parts, named):
    job = Job.make(definitions, **named)
    spark.dataSource.register(FormrecSource)
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files, cut = split_files(job, found(several), parts)
    return job, files, cut


def reading(spark, job, parts):
    return spark.read.format("formrec").option("_prepared", prepared(job, parts))


def resolve(spark, job, parts, scope="file", work=None):
    """Finds what rules `unique` find repeated, and writes it to a folder.

    - Returns: the folder, with CSV files by part.
    """
    if scope not in SCOPES:
        raise FormrecError(f"scope is {' or '.join(SCOPES)}, not '{scope}'")
    folder = tempfile.mkdtemp(prefix="formrec-repeated-", dir=work)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    keys = reading(spark, job, parts).option("_keys", "true").load()
    repeats = None
    for place, rule in enumerate(job.unique):
        # Records without a key are compared with nothing: they must not meet at one machine.
        asked = keys.select(
            "_part", "_file_number", "_record", F.col("_keys")[place].alias("_key")
        ).where("_key is not null")
        of = ["_key"] + (["_file_number"] if scope == "file" else [])
        before = Window.partitionBy(*of).orderBy("_file_number", "_record")
        later = (
            asked.withColumn("_place", F.row_number().over(before)).where("_place > 1")
            .select("_part", "_record", F.lit(rule).alias("_rule"))
        )
        repeats = later if repeats is None else repeats.unionAll(later)
    repeats.repartition("_part").write.mode("overwrite").partitionBy("_part").csv(folder)
    return folder
