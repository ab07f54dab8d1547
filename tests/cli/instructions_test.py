"""The program runs on any machine of its architecture: AVX2 and what came with it stand only in what is
chosen at run time (core/vector_code.h)."""
import collections
import platform
import re
import shutil
import subprocess
import unittest

from support import LETHE, PATIENCE

CHOSEN = "with_avx2"
# Of AVX, AVX2 and FMA: all begin with v, as nothing older does but these. Of BMI and SSE4: those that compilers use.
NEWER = re.compile(r"\t(?:v(?!er[rw]\b|mcall|mlaunch)[a-z0-9]+|andn|bextr|bls[a-z]+|shlx|shrx|sarx|rorx|mulx|pdep|pext|bzhi|"
                   r"popcnt|lzcnt)(?:[ \t]|$)")


def newer_instructions(program):
    """How many instructions beyond the first x86-64 each function has, by its symbol."""
    found = collections.Counter()
    symbol = ""
    with subprocess.Popen(["objdump", "--disassemble", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True,
                          errors="replace") as listing:
        for line in listing.stdout:
            if line.endswith(">:\n"):
                symbol = line[line.index("<") + 1:-3]
            elif NEWER.search(line):
                found[symbol] += 1
    return found


@unittest.skipUnless(platform.machine() == "x86_64", "of x86-64 alone")
@unittest.skipUnless(shutil.which("objdump"), "objdump is not there")
@unittest.skipIf(PATIENCE > 1, "what a sanitizer puts before each function reads as an instruction")
class InstructionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = newer_instructions(LETHE)

    def test_avx2_is_chosen_at_run_time_only(self):
        elsewhere = {symbol: count for symbol, count in self.found.items() if CHOSEN not in symbol}
        self.assertEqual(elsewhere, {})

    def test_what_is_chosen_uses_avx2(self):
        self.assertGreater(len(self.found), 20)

    def test_no_product_is_fused_with_a_sum(self):
        listing = subprocess.run(["objdump", "--disassemble", "--no-show-raw-insn", LETHE], capture_output=True, text=True,
                                 errors="replace").stdout
        self.assertNotRegex(listing, r"\tvfn?m(?:add|sub)")


if __name__ == "__main__":
    unittest.main()
