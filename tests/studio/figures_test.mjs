// Doubting what the page shows: its figures are those of the command, and nothing looks safer than it is.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin, heading, journey, lethe, long, place } from "./support.mjs";

const step = journey();
let studio, page;
// A census in which "?" stands for some occupations: the proposed policy says how the file is read.
const kEvery = 10;
begin({ census: 300 }, (...made) => {
  [studio, page] = made;
  const [head, ...rows] = readFileSync(join(studio.folder, "people.csv"), "utf8").trimEnd().split("\n");
  const at = head.split(",").indexOf("occupation");
  const marked = rows.map((row, i) => row.split(",").map((cell, j) => (j === at && i % kEvery === 0 ? "?" : cell)).join(","));
  writeFileSync(join(studio.folder, "marked.csv"), [head, ...marked, ""].join("\n"));
  return page.reload(); // the list of files is made when the page is opened
});

const json = async (path, body) =>
  page.evaluate(async ([where, what]) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(where, what ? { method: "POST", headers, body: JSON.stringify(what) } : {})).json();
  }, [path, body]);
const project = () => `/api/projects/${page.url().match(/#\/p\/(\w+)/)[1]}`;
const strip = () => page.getByRole("region", { name: "Before and after" });

step("texts that stand for no value count as missing, as the command says, and distributions are drawn", async () => {
  await page.getByRole("button", { name: "Open: marked.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  lethe(studio.folder, "inspect", "marked.csv", "-o", "inspected.json");
  const { columns } = JSON.parse(readFileSync(join(studio.folder, "inspected.json"), "utf8"));
  const { share } = columns.find((one) => one.name === "occupation").missing_codes[0];
  assert.equal(share, 100 / kEvery);
  for (const again of [false, true]) {
    if (again) await page.reload();
    const row = page.locator('tr[data-column="occupation"]');
    await row.locator(".spark svg").waitFor(long);
    assert.equal((await row.locator(".cell-missing").innerText()).trim(), `${share.toFixed(1)} %`);
    assert.match(await row.locator(".why").innerText(), /“\?” in 10\.0 %/);
  }
});

step("the most exposed are asked for by a button, and the file is read as the policy says", async () => {
  await place(page, "Risk now").click();
  await page.getByRole("button", { name: "Find them (looks again)" }).click();
  await page.getByText("Private: row numbers of single people").waitFor(long);
  assert.match(await page.locator("details.as-command pre").textContent(), /--missing '\?'/);
});

step("a question that failed can be asked anew", async () => {
  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  const k = page.getByRole("region", { name: "Steps" }).getByLabel("k", { exact: true });
  await k.fill("25");
  await page.waitForFunction(() => /k = 25/.test(document.querySelector(".editor textarea").value));
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
  await place(page, "Attack").click();
  const row = page.getByLabel("Row of the original");
  const explain = page.getByRole("button", { name: "Explain", exact: true });
  await row.fill("99999");
  await explain.click();
  await page.getByText("there is no row 99999 in the original").waitFor(long);
  await row.fill("3");
  await explain.click();
  await page.getByText(/released records are left at the end/).waitFor(long);
  await strip().getByText("meets the thresholds", { exact: true }).waitFor(long);
});

step("an attack that finds more than the verdict knows of is not met by silence", async () => {
  const assessed = (await json(project())).strip.after.found;
  // An intruder who knows a column that the policy leaves alone.
  await json(`${project()}/jobs`, { operation: "attack", options: { attack: ["distance-linkage"], columns: ["region", "age", "diagnosis"] }, seed: 1 });
  await page.getByText("This attack was run by hand, and found more than the assessment did.").waitFor(long);
  await page.getByText(/were found since by an attack that was run by hand/).waitFor();
  assert.equal(await page.getByText("It meets what was asked.").count(), 0);
  assert.equal(await strip().getByText("meets the thresholds", { exact: true }).count(), 0);
  assert.equal(await page.getByText(/No attack on these columns can find more/).count(), 0);
  const { strip: figures } = await json(project());
  assert.ok(figures.after.found > assessed, `${figures.after.found} beside ${assessed}`);

  await place(page, "Sign off").click();
  await page.getByText(/were found since by an attack that was run by hand/).waitFor(long);
  await page.getByRole("button", { name: "Mark as assessed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your name").fill("Ada Reviewer");
  await dialog.getByRole("button", { name: "Mark as assessed" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  assert.ok(await dialog.getByRole("button", { name: "Approve", exact: true }).isDisabled());
  await dialog.getByLabel("Your reason").fill("Nobody knows diagnoses.");
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Policy and release are those that were approved.").waitFor(long);
});

step("an address that cannot be read leads to the start", async () => {
  await page.goto(page.url().replace(/#.*/, "#/p/%E0%A4%A/columns"));
  await heading(page, "Open").waitFor(long);
  assert.deepEqual(page.said, []);
});
