// A table from its file to a signed release, by keyboard alone: Tab, Enter, Space, arrows and letters.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { begin, heading, journey, long, patience, place } from "./support.mjs";

const step = journey();
let studio, page;

begin({ census: 200 }, (...made) => ([studio, page] = made));

// Tab until the element has the focus, which must be seen; at most so many times as there are places for it.
async function tabTo(target, back = false) {
  await target.waitFor(long);
  const element = await target.elementHandle();
  for (let i = 0; i < 400; ++i) {
    if (await element.evaluate((one) => one === document.activeElement)) {
      const seen = await element.evaluate((one) => {
        const style = getComputedStyle(one);
        return style.outlineStyle !== "none" || style.boxShadow !== "none";
      });
      assert.ok(seen, `the focus on ${target} cannot be seen`);
      return;
    }
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`${target} cannot be reached by Tab`);
}
async function press(target, key = "Enter") {
  await tabTo(target);
  await page.keyboard.press(key);
}
async function write(target, words) {
  await tabTo(target);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(words);
}

step("open and columns", async () => {
  await press(page.getByRole("button", { name: "Open: people.csv" }));
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await page.waitForFunction(() => document.querySelector("select.role")?.disabled === false, null, long);
  // The list is opened by its letters: "c" is confidential.
  await tabTo(page.getByLabel("Role of TAXINC"));
  await page.keyboard.press("c");
  await page.getByRole("status").filter({ hasText: "Saved as version 2" }).waitFor(long);
  await press(page.getByRole("button", { name: "Details: age" }));
  await heading(page, "Distribution", 3).waitFor(long);
});

step("protect", async () => {
  await press(place(page, "Protect"));
  await heading(page, "Protect").waitFor(long);
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await press(page.getByRole("button", { name: "Add a step" }));
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  await write(dialog.getByLabel("Search by name or by what it does"), "mdav");
  await press(dialog.getByRole("button", { name: "Choose Microaggregation (MDAV)", exact: true }));
  await dialog.waitFor({ state: "detached" });
  await write(page.getByRole("region", { name: "Steps" }).getByLabel("k", { exact: true }).last(), "8");
  await page.waitForFunction(() => /k = 8/.test(document.querySelector(".editor textarea").value), null, long);
  await page.keyboard.press("Control+s");
  await page.getByRole("status").filter({ hasText: /^Version 3, saved/ }).waitFor(long);
  await write(page.getByLabel("Seed"), "7");
  await press(page.getByRole("button", { name: "Protect", exact: true }));
  await heading(page, "The release is made", 3).waitFor(long);
});

step("sign off", async () => {
  await press(place(page, "Sign off"));
  await press(page.getByRole("button", { name: "Mark as assessed" }), "Space");
  await sign("Mark as assessed");
  await press(page.getByRole("button", { name: "Approve", exact: true }), "Space");
  await sign("Approve");
  await page.getByText("Policy and release are those that were approved.").waitFor(long);
  await tabTo(page.getByRole("tab", { name: "For this house" }));
  await page.keyboard.press("ArrowRight");
  await page.frameLocator('iframe[title="For publication"]').locator("h1").first().waitFor(long);
  await press(page.getByRole("button", { name: "Export to a folder" }));
  const said = page.getByText(/\d+ files are in/);
  await said.waitFor(long);
  assert.ok(existsSync(join(studio.folder, (await said.innerText()).match(/files are in (.+):$/)[1], "sign-off.json")));
  assert.deepEqual(page.said, []);

  async function sign(what) {
    const dialog = page.getByRole("dialog");
    await write(dialog.getByLabel("Your name"), "Ada Reviewer");
    await write(dialog.getByLabel(/^(Note|Your reason)/), "Looked at the worst case.");
    await press(dialog.getByRole("button", { name: what, exact: true }));
    await dialog.waitFor({ state: "detached", timeout: 30_000 * patience });
  }
});
