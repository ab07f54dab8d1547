// The page that lies in the program is what its source gives, and it is small.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { top } from "./support.mjs";

const web = join(top, "app/studio/web");
const run = (...words) => spawnSync(process.execPath, words, { cwd: web, encoding: "utf8" });

test("dist/ is made from src/", () => {
  const made = mkdtempSync(join(tmpdir(), "lethe-page-"));
  const built = run("build.mjs", made);
  assert.equal(built.status, 0, built.stderr);
  for (const name of ["index.html", "app.js", "app.css"]) {
    assert.ok(readFileSync(join(web, "dist", name)).equals(readFileSync(join(made, name))),
      `${name} is not what the source gives: node build.mjs in app/studio/web`);
  }
  rmSync(made, { recursive: true });
});

test("the types agree", () => {
  const checked = run("node_modules/typescript/bin/tsc", "--noEmit");
  assert.equal(checked.status, 0, checked.stdout);
});

test("the script is below 150 kB, compressed", () => {
  const size = gzipSync(readFileSync(join(web, "dist/app.js")), { level: 9 }).length;
  assert.ok(size < 150_000, `${size} bytes`);
});

test("nothing is fetched from elsewhere, and no texts of pages are outside text.ts", () => {
  const script = readFileSync(join(web, "dist/app.js"), "utf8");
  const addresses = [...script.matchAll(/https?:\/\/[^"'` )]+/g)].map((one) => one[0]);
  assert.deepEqual(addresses.filter((one) => !one.startsWith("http://www.w3.org/")), []);
});
