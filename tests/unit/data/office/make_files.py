#!/usr/bin/env python3
"""Makes the workbooks of this folder: visits.xlsx by LibreOffice from text, ward.xlsx by openpyxl,
and ward_saved.xlsx, the same after LibreOffice opened it, computed its formulas and saved it.

    make_files.py [FOLDER]
"""
import datetime
import pathlib
import subprocess
import sys
import tempfile

import openpyxl

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
FOLDER = FOLDER if FOLDER.is_dir() else FOLDER.parent

VISITS = """id,name,born,weight,share,seen,smoker,zip
1,"Ada",1985-12-10,61.5,12.5%,2024-01-31 14:30:00,TRUE,"08191"
2,"Grace, H.",1906-12-09,70.25,7%,2024-02-29 09:05:30,FALSE,"10115"
3,"Émile",1900-05-01,,0%,,TRUE,"00501"
4,,2001-03-15,58,100%,1999-12-31 23:59:59,,"99999"
"""


def convert(source, *options):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{profile}", *options,
                        "--convert-to", "xlsx", "--outdir", FOLDER, source],
                       check=True, stdout=subprocess.DEVNULL)


def ward():
    book = openpyxl.Workbook()
    notes = book.active
    notes.title = "notes"
    notes.sheet_state = "hidden"
    notes["A1"] = "made for a test"
    book.create_sheet("empty")
    sheet = book.create_sheet("ward")
    sheet["A1"] = "Patients of ward 7"
    sheet.merge_cells("A1:F1")
    sheet["A2"] = "as of"
    sheet["B2"] = datetime.date(2024, 3, 1)
    sheet.append([])
    sheet.append(["id", "stay", None, "bill", "slept", "twice"])
    sheet.append([None, "from", "nights", None, None, None])
    sheet.merge_cells("A4:A5")
    sheet.merge_cells("B4:C4")
    for letter in "DEF":
        sheet.merge_cells(f"{letter}4:{letter}5")
    for i, (day, nights, bill, slept) in enumerate([(1, 3, 1200.5, 7.5), (29, 1, 80, 26), (15, 12, 0.99, 0)]):
        row = 6 + i
        sheet.append([i + 1, datetime.date(2024, 2, day), nights, bill,
                      datetime.timedelta(hours=slept), f"=C{row}*2"])
        sheet[f"B{row}"].number_format = "dd/mm/yyyy"
        sheet[f"D{row}"].number_format = '#,##0.00 "€"'
        sheet[f"E{row}"].number_format = "[h]:mm"
    book.active = 2
    return book


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        text = pathlib.Path(scratch, "visits.csv")
        text.write_text(VISITS, encoding="utf-8")
        # Commas, double quotes, UTF-8, from line 1, English; quoted fields are texts, dates are seen.
        convert(text, "--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true")
        unsaved = pathlib.Path(FOLDER, "ward.xlsx")
        ward().save(unsaved)
        saved = pathlib.Path(scratch, "ward_saved.xlsx")
        saved.write_bytes(unsaved.read_bytes())
        convert(saved)
