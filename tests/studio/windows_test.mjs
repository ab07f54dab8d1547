// Work that is stopped, windows that are reloaded, two windows on one project, mistakes, data that vanish.
import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { begin, heading, long, openWindow, picture, place } from "./support.mjs";

let studio, page, address;

begin({ census: 2000 }, async (...made) => {
  [studio, page] = made;
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1 of the policy" }).waitFor(long);
  address = new URL(page.url()).hash;
});

const jobs = (window) => window.getByRole("complementary", { name: "Jobs" });

test("a long job is still there after a reload, and stops by its button", async () => {
  await place(page, "Advise").click();
  await page.getByRole("tab", { name: "Explore the map" }).click();
  await page.getByRole("button", { name: "Try them all" }).click();
  await jobs(page).locator('[data-job="explore"]').waitFor(long);
  await page.reload();
  await heading(page, "Advise").waitFor(long);
  await jobs(page).locator('[data-job="explore"]').waitFor(long);
  // What runs is what is shown: not the other way to begin.
  await page.getByRole("tab", { name: "Explore the map", selected: true }).waitFor(long);
  await jobs(page).getByRole("button", { name: "Stop" }).click();
  await heading(page, "Stopped", 2).waitFor(long);
  await jobs(page).locator(".job").waitFor({ state: "detached", ...long });
  await page.reload();
  await page.getByRole("tab", { name: "Explore the map", selected: true }).waitFor(long);
  assert.ok(await page.getByRole("button", { name: "Try them all" }).isEnabled());
});

test("what one window saves, another shows", async () => {
  const other = await openWindow(studio);
  await other.goto(new URL(`/${address}`, page.url()).href);
  await heading(other, "Columns").waitFor(long);
  await place(other, "Protect").click();
  await other.getByRole("status").filter({ hasText: /^Version 1, saved/ }).waitFor(long);

  await place(page, "Columns").click();
  await page.waitForFunction(() => document.querySelector("select.role")?.disabled === false);
  await page.getByLabel("Role of TAXINC").selectOption("confidential");
  await other.getByRole("status").filter({ hasText: /^Version 2, saved/ }).waitFor(long);
  await other.waitForFunction(() => /TAXINC.*confidential/.test(document.querySelector(".editor textarea").value.replace(/\n/g, " ")));

  await place(page, "Sign off").click();
  await place(other, "Sign off").click();
  await page.getByRole("region", { name: "Notes" }).getByLabel("Your name").fill("Ada");
  await page.getByRole("region", { name: "Notes" }).getByLabel("Note", { exact: true }).fill("To be looked at on Monday.");
  await page.getByRole("button", { name: "Add the note" }).click();
  await other.getByText("To be looked at on Monday.").waitFor(long);

  // Both changed the policy: nothing is lost, and the page asks which one it shall be.
  await place(page, "Protect").click();
  await place(other, "Protect").click();
  for (const [window, words] of [[page, "mine"], [other, "theirs"]]) {
    const text = window.getByLabel("Text of the policy");
    await window.getByText("Nothing is wrong with it.").waitFor(long);
    await text.fill(`${await text.inputValue()}\n# ${words}\n`);
  }
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other.getByRole("status").filter({ hasText: /^Version 3, saved/ }).waitFor(long);
  await page.getByText("Version 3 was saved elsewhere while you edited.").waitFor(long);
  await picture(page, "windows-conflict");
  await page.getByRole("button", { name: "Save mine as the next version" }).click();
  await other.getByRole("status").filter({ hasText: /^Version 4, saved/ }).waitFor(long);
  await other.waitForFunction(() => document.querySelector(".editor textarea").value.includes("# mine"), null, long);
  assert.deepEqual(other.said, []);
  await other.context().close();
});

test("a policy with five mistakes shows all of them, and is not run", async () => {
  await place(page, "Protect").click();
  const text = page.getByLabel("Text of the policy");
  await text.fill(`data = "table"

[columns]
age = { role = "quasy" }
weather = { role = "quasi" }

[verdict]
k = 0

[[step]]
method = "mdaw"

[[step]]
method = "mdav"
kk = 3
`);
  await page.getByText("5 problems").waitFor(long);
  const said = (await page.locator(".editor-problems li").allInnerTexts()).join("\n");
  for (const word of ["quasy", "weather", "mdaw", "kk"]) assert.ok(said.includes(word), `${word} is not in:\n${said}`);
  assert.match(said, /verdict|\bk\b/);
  assert.ok(await page.getByRole("button", { name: /^Protect/ }).last().isDisabled());
  await page.getByText("Mend the problems of the policy first.").waitFor();
  await picture(page, "windows-mistakes");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
});

test("data that vanish are said, and come back", async () => {
  renameSync(join(studio.folder, "people.csv"), join(studio.folder, "elsewhere.csv"));
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: "The data of this project are no longer where they were: people.csv" });
  await alert.waitFor(long);
  await page.getByRole("link", { name: "Lethe studio" }).click();
  await page.getByText("The data are no longer where they were.").waitFor(long);
  renameSync(join(studio.folder, "elsewhere.csv"), join(studio.folder, "people.csv"));
  await page.goto(new URL(`/${address}`, page.url()).href);
  await page.reload();
  await heading(page, "Columns").waitFor(long);
  assert.equal(await alert.count(), 0);
});

test("a server that ended is said", async () => {
  await studio.end();
  await page.getByText("The studio does not answer.").first().waitFor(long);
});
