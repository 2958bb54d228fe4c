"""Validates PDFs against the standards that they claim: page-validation (PDF/A, PDF/UA) and pdfua.

Usage: validate-pdfs.py FOLDER PROFILE...     profiles as page-validation names them: 2a, 2b, 3b, ua1 …
Exits with 1 when a file does not conform to each of the profiles.
"""

import sys
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import page
from pdfua import validate

# Tables of layout have no header cells, nor, by Typst, has the part of a table on its second and later pages: PDF/UA-1
# allows both.
ADVICE = {"UA-15-003"}


def failures(file: Path, profiles: list[str]) -> list[str]:
    found = []
    for profile in profiles:
        report = page.validate_pdf(file, profile=profile, limits=page.SafetyLimits.unlimited())
        found += [f"{failure.rule_id}: {failure.message}" for failure in report.failures]
    if "ua1" in profiles:
        found += [
            f"{finding.rule_id}: {finding.message}"
            for finding in validate(str(file)).findings
            if finding.rule_id not in ADVICE
        ]
    return found


def main() -> int:
    folder, *profiles = sys.argv[1:]
    files = sorted(Path(folder).glob("*.pdf"))
    failed = 0
    with Pool() as pool:
        results = pool.map(partial(failures, profiles=profiles), files, chunksize=4)
    for file, found in zip(files, results):
        failed += bool(found)
        for line in dict.fromkeys(found):
            print(f"{file.name}: {line}")
    print(f"{len(files) - failed} passed, {failed} failed ({', '.join(profiles)})")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
