// The most exposed people: who they are, why, and where they stand in the data. Private: nothing of it is in
// an address, and no report has it.
import assert from "node:assert/strict";
import { begin, heading, journey, long, place, picture, stumbles } from "./support.mjs";

const step = journey();
let studio, page;
begin({ census: 150 }, (...made) => ([studio, page] = made));

const addresses = [];

step("a release is made and measured", async () => {
  page.on("request", (request) => addresses.push(request.url()));
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
});

step("who they are is asked for, and shown with the reasons", async () => {
  await place(page, "Attack").click();
  await heading(page, "The most exposed people", 3).waitFor(long);
  await page.getByRole("button", { name: "Find them (runs all attacks again)" }).click();
  const list = page.getByRole("region", { name: "The most exposed people" });
  await list.waitFor(long);
  const first = list.locator("tbody tr").first();
  assert.match(await first.locator("td").first().innerText(), /%/);
  const row = await first.locator("th").innerText();
  await first.getByRole("button", { name: `Why is row ${row} found?` }).click();
  await page.locator("#attack-waterfall-t").first().waitFor({ state: "attached", ...long });
  assert.equal(await page.getByLabel("Row of the original").inputValue(), row);
});

step("they are shown in the data, the most exposed first, and nobody else", async () => {
  const list = page.getByRole("region", { name: "The most exposed people" });
  const more = page.getByRole("button", { name: /^Show all \d+/ });
  if ((await more.count()) > 0) await more.last().click();
  const rows = await list.locator("tbody th").allInnerTexts();
  await page.getByRole("button", { name: "Show these people in the data" }).click();
  const data = page.getByRole("region", { name: /^These people in the data/ }).last();
  await data.locator("tbody tr").first().waitFor(long);
  await page.waitForFunction(() => !document.querySelector(".people-in-data tbody td.quiet"), null, long);
  const shown = await data.locator("tbody th").allInnerTexts();
  assert.deepEqual(shown, rows.slice(0, shown.length));
  await page.getByText(new RegExp(`of ${rows.length} \\(all: 150\\)`)).waitFor(long);
  assert.deepEqual(await stumbles(page), []);
  await picture(page, "exposed");
});

step("no address names a row, and the report that goes out has none", async () => {
  assert.ok(addresses.some((one) => one.endsWith("/rows")));
  for (const one of addresses) assert.doesNotMatch(one, /row=|rows[/?]|\?/, one);
  await place(page, "Sign off").click();
  await page.getByRole("tab", { name: "For publication" }).click();
  const report = page.frameLocator('iframe[title="For publication"]');
  await report.locator("h1").first().waitFor(long);
  assert.doesNotMatch(await report.locator("body").innerText(), /most exposed|private_worst/i);
  assert.deepEqual(page.said, []);
});
