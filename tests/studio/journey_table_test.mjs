// From a file to a signed release of a table, as a person does it: open, columns, risk, protect, attack,
// sign off, export. The release is that of the command shown, byte for byte.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { begin, heading as headingOf, journey, long, picture, place as placeOf, program } from "./support.mjs";

const step = journey();
let studio, page;

begin({ census: 200 }, (...made) => ([studio, page] = made));

const place = (name) => placeOf(page, name);
const heading = (name, level) => headingOf(page, name, level);
const run = (command, folder) =>
  spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` } });

step("open: the file is picked, and looked at", async () => {
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await heading("Columns").waitFor();
  await page.getByText("200 of 200 people").first().waitFor(long);
  // The proposed policy is the first version.
  await page.getByRole("status").filter({ hasText: "Saved as version 1 of the policy" }).waitFor(long);
});

step("columns: a role is changed and undone, and one is kept", async () => {
  const role = page.getByLabel("Role of TAXINC");
  assert.equal(await role.inputValue(), "quasi");
  await page.waitForFunction(() => !document.querySelector("select.role")?.disabled);
  await role.selectOption("confidential");
  await page.getByRole("status").filter({ hasText: "Saved as version 2" }).waitFor(long);
  assert.equal(await role.inputValue(), "confidential");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector('[data-column="TAXINC"] select.role').value === "quasi");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => document.querySelector('[data-column="TAXINC"] select.role').value === "confidential");
  // The figures say that they are of other columns, and can be counted anew.
  await page.getByRole("button", { name: "Count again" }).click();
  await page.getByText("11 quasi-identifiers").first().waitFor(long);
});

step("risk: everybody is alone, and the page says so", async () => {
  await place("Risk now").click();
  await heading("Risk now").waitFor();
  await page.locator(".figure.bad", { hasText: "200 (100 %)" }).waitFor(long);
  await page.getByRole("link", { name: "Choose a protection" }).click();
  await heading("Protect").waitFor();
});

step("protect: a step is added and changed, saved, and run with its assessment", async () => {
  const steps = page.getByRole("region", { name: "Steps" });
  // One step that groups everybody by all quasi-identifiers, in place of the one that was proposed.
  await removals().first().waitFor(long);
  for (let left = await removals().count(); left > 0; left = await removals().count()) {
    await removals().first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".step-list > li").length < n, left);
  }
  await steps.getByRole("button", { name: "Add a step" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  await dialog.getByLabel("Search by name or by what it does").fill("mdav");
  await dialog.getByRole("button", { name: "Choose Microaggregation (MDAV)", exact: true }).click();
  const k = steps.getByLabel("k", { exact: true });
  await k.waitFor();
  await k.fill("8");
  const text = page.getByLabel("Text of the policy");
  await page.waitForFunction(() => /k = 8/.test(document.querySelector(".editor textarea").value));
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  assert.match(await text.inputValue(), /method = "mdav"/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("status").filter({ hasText: /^Version \d+, saved/ }).waitFor(long);

  assert.ok(await page.getByLabel("Attack and measure it at once").isChecked());
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading("The release is made", 3).waitFor(long);
  await page.getByText(/At least 8 people share each combination of/).first().waitFor();
  await picture(page, "journey-table-protect");

  function removals() {
    return page.getByRole("button", { name: /^Remove the step/ });
  }
});

step("attack: the worst case is said", async () => {
  await place("Attack").click();
  await heading("The worst case", 2).waitFor(long);
  await heading("Attacks that look for people", 2).waitFor();
  await heading("Verdict", 2).waitFor();
});

step("sign off: assessed, approved by name, reported, exported", async () => {
  await place("Sign off").click();
  await page.getByRole("button", { name: "Mark as assessed" }).click();
  await sign("Mark as assessed");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await sign("Approve");
  await page.getByText("Policy and release are those that were approved.").waitFor(long);
  // The name that was signed with is the one under the next note.
  assert.equal(await page.getByRole("region", { name: "Notes" }).getByLabel("Your name").inputValue(), "Ada Reviewer");
  const frame = page.frameLocator("iframe.report-frame");
  await frame.locator("h1").first().waitFor(long);
  assert.match(await frame.locator("body").innerText(), /people\.csv|census|200/);
  await page.getByRole("tab", { name: "For publication" }).click();
  await page.frameLocator('iframe[title="For publication"]').locator("h1").first().waitFor(long);
  await page.getByRole("button", { name: "Export to a folder" }).click();
  await page.getByText(/\d+ files are in/).waitFor(long);
  await picture(page, "journey-table-signoff");

  async function sign(what) {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your name").fill("Ada Reviewer");
    await dialog.getByLabel(/^(Note|Your reason)/).fill("Looked at the worst case.");
    await dialog.getByRole("button", { name: what, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }
});

step("the exported release is that of the command shown, byte for byte", async () => {
  const said = await page.getByText(/\d+ files are in/).innerText();
  const exported = said.match(/files are in (.+):$/)[1];
  const files = await page.locator(".note.good li").allInnerTexts();
  for (const one of files) assert.ok(existsSync(join(studio.folder, exported, one)), `${one} was not exported`);
  const released = files.find((one) => one.endsWith(".csv"));
  const made = readFileSync(join(studio.folder, exported, released));

  const command = await page.getByLabel("protect, as a command").innerText();
  assert.match(command, /--seed 7\b/);
  // The command on the same data, in a folder of its own with the project's policy.
  const output = command.match(/(?:-o|--output)[ =](\S+)/)[1];
  mkdirSync(join(studio.folder, "bin"));
  symlinkSync(program, join(studio.folder, "bin/lethe"));
  const before = readFileSync(join(studio.folder, output));
  const again = run(`${command.replace(output, "again.csv")}`, studio.folder);
  assert.equal(again.status, 0, again.stderr);
  assert.ok(readFileSync(join(studio.folder, "again.csv")).equals(made), "the command gives another release");
  assert.ok(before.equals(made), "the project's release is another one than the exported");
  // A private log stays.
  assert.deepEqual(files.filter((one) => /private|log/.test(one)), []);
  const sign = JSON.parse(readFileSync(join(studio.folder, exported, "sign-off.json"), "utf8"));
  assert.match(JSON.stringify(sign), /Ada Reviewer/);
  assert.deepEqual(page.said, []);
});
