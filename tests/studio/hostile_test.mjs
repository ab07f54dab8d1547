// Data and names of files that look like markup are words: they are shown as they are, and nothing runs.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { begin, heading, long, picture, place } from "./support.mjs";

const image = `<img src=x onerror=window.hacked=1>`;
const script = `<script>window.hacked=2</script>`;
const svg = `"><svg onload=window.hacked=3>`;
const file = "<img src=x onerror=window.hacked=4>.csv";
const letter = "<b onmouseover=window.hacked=5>letter.txt";
let studio, page;

begin({}, async (...made) => {
  [studio, page] = made;
  const quoted = (words) => `"${words.replaceAll('"', '""')}"`;
  const values = [image, script, svg, "plain", "{{7*7}}", "=1+1"];
  const rows = Array.from({ length: 60 }, (_, i) => [20 + (i % 7), values[i % values.length], i % 2 ? "flu" : script].map((one) => quoted(String(one))).join(","));
  writeFileSync(join(studio.folder, file), [[`age${image}`, `town${script}`, `disease${svg}`].map(quoted).join(","), ...rows, ""].join("\n"));
  mkdirSync(join(studio.folder, "letters"));
  for (const name of [letter, "page.html", "note.md"]) {
    writeFileSync(join(studio.folder, "letters", name),
      `Dear John Smith,\n\n${image} ${script} ${svg} [a](javascript:window.hacked=6)\n\nBorn on 3 May 1961 in Leeds, Mary ${image} Brown.\n`);
  }
  await page.reload();
});

// Nothing ran, and nothing tried to: a refused script would be in the console.
async function nothingRan(where) {
  assert.equal(await page.evaluate(() => window.hacked), undefined, where);
  assert.equal(await page.evaluate(() => document.querySelectorAll("img[src=x], main script, svg[onload], [onerror], [onload], [onmouseover]").length), 0, where);
  assert.deepEqual(page.said, [], where);
}

test("a table of markup is shown as words, in all places", async () => {
  await page.getByText(file, { exact: true }).waitFor(long);
  await nothingRan("Open");
  await page.getByRole("button", { name: `Open: ${file}` }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await page.getByText(`age${image}`, { exact: true }).first().waitFor();
  for (const one of await page.getByRole("button", { name: /^Details: / }).all()) await one.click();
  await page.locator("td", { hasText: script }).first().waitFor(long); // a value, in the data below
  await page.waitForFunction(() => document.querySelectorAll(".one-sided svg").length === 3, null, long);
  await nothingRan("Columns");
  await picture(page, "hostile-columns");

  await place(page, "Risk now").click();
  await heading(page, "How many people look alike", 2).waitFor(long);
  await nothingRan("Risk now");

  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await page.locator(".preview table").waitFor(long);
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
  await page.getByText("All figures of this result").click();
  await page.locator(".result .report section").first().waitFor(long);
  await nothingRan("Protect");
  await picture(page, "hostile-protect");

  await place(page, "Attack").click();
  await heading(page, "The worst case", 2).waitFor(long);
  for (const one of await page.locator("main details > summary").all()) await one.click();
  await nothingRan("Attack");

  await place(page, "Compare").click();
  await page.getByRole("button", { name: "Compare all columns" }).click();
  await page.getByRole("button", { name: "Compare again" }).waitFor(long);
  await page.locator("main svg").first().waitFor(long);
  await nothingRan("Compare");

  await place(page, "Sign off").click();
  const frame = page.frameLocator("iframe.report-frame");
  await frame.locator("h1").first().waitFor(long);
  assert.equal(await frame.locator("img[src=x], script, [onerror], [onload]").count(), 0);
  assert.ok((await frame.locator("body").innerText()).includes(`town${script}`));
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByLabel("Your name").fill(image);
  await notes.getByLabel("Note", { exact: true }).fill(script);
  await page.getByRole("button", { name: "Add the note" }).click();
  await notes.getByText(script, { exact: true }).waitFor(long);
  await nothingRan("Sign off");
});

test("documents of markup are shown as words", async () => {
  await page.getByRole("link", { name: "Lethe studio" }).click();
  await page.getByRole("button", { name: "letters", exact: true }).click();
  await page.getByText(letter, { exact: true }).waitFor(long);
  await page.getByRole("button", { name: "Open the whole folder" }).click();
  await heading(page, "Documents").waitFor(long);
  await page.getByRole("button", { name: "Look for mentions" }).click();
  const link = page.getByRole("link", { name: letter, exact: true });
  await link.waitFor(long);
  await nothingRan("Documents");
  await link.click();
  await page.getByText("window.hacked=2").first().waitFor(long);
  await nothingRan("the reader");
  await picture(page, "hostile-reader");
  await page.getByRole("link", { name: "← All documents" }).click();
  await page.getByLabel("Words to search for in all documents").fill("<img");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/Found \d+ times/).waitFor(long);
  await nothingRan("Search");
});
