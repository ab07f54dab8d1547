#!/usr/bin/env node
// The studio, measured in a real browser on a table of 1,000,000 rows and 20 columns; prints one JSON
// object. Needs what the tests of the page need (tools/setup test).
//   LETHE_PROGRAM=build/release/lethe node bench/studio.mjs [ROWS]
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { gzipSync } from "node:zlib";
import { closeBrowser, openStudio, openWindow, program, top } from "../tests/studio/support.mjs";

const rows = Number(argv[2] ?? 1_000_000);
const now = () => performance.now() / 1000;

// Mixed columns, the same for every run: numbers, codes, categories.
function makeTable(path) {
  let seed = 1;
  const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const names = ["id", ...Array.from({ length: 19 }, (_, i) => `c${i + 1}`)];
  const parts = [names.join(",")];
  for (let row = 0; row < rows; ++row) {
    const cells = [row];
    for (let c = 1; c < 20; ++c) {
      cells.push(c % 3 === 0 ? `v${next(8 * c)}` : c % 3 === 1 ? next(100) : (next(1e6) / 100).toFixed(2));
    }
    parts.push(cells.join(","));
  }
  writeFileSync(path, parts.join("\n") + "\n");
}

async function startTime(folder) {
  const begun = now();
  const server = spawn(program, ["studio", folder, "--no-browser"], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((found) => server.stdout.once("data", found));
  const took = now() - begun;
  server.kill("SIGINT");
  await new Promise((ended) => server.on("exit", ended));
  return took;
}

const studio = await openStudio();
makeTable(join(studio.folder, "people.csv"));
const result = { rows, columns: 20, start_seconds: await startTime(studio.folder) };
const page = await openWindow(studio);
const ask = (path, body) =>
  page.evaluate(async ([to, given]) => {
    const begun = performance.now();
    const answer = await fetch(to, given === null ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
    const json = await answer.json();
    return { milliseconds: performance.now() - begun, status: answer.status, json };
  }, [path, body]);

const project = (await ask("/api/projects", { data: "people.csv" })).json.id;
let begun = now();
await page.goto(`${new URL(page.url()).origin}/#/p/${project}/columns`);
await page.getByText("c19", { exact: true }).first().waitFor();
result.columns_shown_seconds = now() - begun;

const windows = [];
for (let i = 0; i < 100; ++i) {
  const answer = await ask(`/api/projects/${project}/rows`, { table: "data", from: (i * 9973) % rows, count: 60 });
  if (answer.status !== 200 || answer.json.rows.length === 0) throw new Error("no rows");
  windows.push(answer.milliseconds);
}
windows.sort((a, b) => a - b);
result.window_milliseconds = { median: windows[50], most: windows[99] };

// Rows that meet two conditions: they are looked for once, then windows of them are asked for.
const filter = [{ column: "c1", from: 20, to: 40, closed: false }, { column: "c3", values: ["v1", "v2", "v3"] }];
const chosen = [];
for (let i = 0; i < 50; ++i) {
  const answer = await ask(`/api/projects/${project}/rows`, { table: "data", from: i * 60, count: 60, filter });
  if (answer.status !== 200 || answer.json.of !== rows) throw new Error("no rows");
  chosen.push(answer.milliseconds);
}
result.chosen_rows_milliseconds = { first: chosen[0], median: chosen.slice(1).sort((a, b) => a - b)[24] };

begun = now();
const many = await page.evaluate(async (id) => Promise.all(Array.from({ length: 50 }, () =>
  fetch(`/api/projects/${id}/rows`, { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ table: "data", from: 0, count: 50 }) }).then((answer) => answer.status))), project);
result.fifty_at_once = { seconds: now() - begun, answered: many.filter((one) => one === 200).length };

result.page_megabytes = (await page.evaluate(() => performance.memory.usedJSHeapSize)) / 1e6;
result.script_bytes_compressed = gzipSync(readFileSync(join(top, "app/studio/web/dist/app.js")), { level: 9 }).length;
console.log(JSON.stringify(result, null, 1));
await closeBrowser();
await studio.end();
