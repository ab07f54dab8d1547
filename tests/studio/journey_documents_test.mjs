// From letters to a release of them, by keyboard alone where mentions are decided.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { begin, heading, journey, long, picture, place } from "./support.mjs";

const step = journey();
let studio, page, kept, gone;

begin({ letters: 6 }, (...made) => ([studio, page] = made));

const panel = () => page.locator(".mention-panel");
const words = async () => (await panel().locator(".mention-words").innerText()).replace(/^[^“]*“|”$/g, "").trim();
const said = (pattern) => page.locator(".done").getByText(pattern).waitFor(long);

step("the folder is opened, and mentions are looked for", async () => {
  await page.getByRole("button", { name: "letters", exact: true }).click();
  await page.getByRole("button", { name: "Open the whole folder" }).click();
  await heading(page, "Documents").waitFor(long);
  await page.getByLabel("everything is undecided, and you decide each mention").check();
  await page.getByRole("button", { name: "Look for mentions" }).click();
  await heading(page, "6 documents", 2).waitFor(long);
  await page.getByText(/^0 of \d+ decided/).waitFor(long);
});

step("mentions are decided by keys alone", async () => {
  await page.getByRole("button", { name: "Go on at the first undecided" }).focus();
  await page.keyboard.press("Enter");
  await panel().waitFor(long);
  await page.getByRole("heading", { name: /^Mention 1 of/ }).waitFor();
  gone = await words();
  await page.keyboard.press("a");
  await said("Taken out.");
  await page.getByRole("heading", { name: /^Mention 2 of/ }).waitFor();
  kept = await words();
  await page.keyboard.press("r");
  await said("It stays.");
  await page.getByRole("heading", { name: /^Mention 3 of/ }).waitFor();
  // Back, undecided, undone.
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: /^Mention 2 of/ }).waitFor();
  await page.keyboard.press("u");
  await said("Undecided again.");
  await page.keyboard.press("z");
  await said("Undone.");
  assert.equal(await panel().getByRole("button", { name: /^Let it stand/ }).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("s");
  await said(/^Mentions that stay: \d+/);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await picture(page, "journey-documents-reader");
});

step("what was missed is marked by keys", async () => {
  // The cursor begins behind the chosen mention: one that has words after it.
  const wordsFollow = () => page.evaluate(() => /^ \w+ \w+ /.test(document.querySelector("mark.chosen")?.nextSibling?.textContent ?? ""));
  for (let i = 0; i < 20 && !(await wordsFollow()); ++i) {
    const at = await panel().getByRole("heading", { level: 2 }).innerText();
    await page.keyboard.press("j");
    await panel().getByRole("heading", { level: 2 }).filter({ hasNotText: at }).waitFor();
  }
  await page.keyboard.press("m");
  await page.getByText("The cursor is in the text").waitFor();
  for (let i = 0; i < 6; ++i) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a mention" }).waitFor();
  await page.getByRole("button", { name: "Add and take it out" }).focus();
  await page.keyboard.press("Enter");
  await said("The mention is added");
});

step("the documents are written as decided, by a reviewer with a name", async () => {
  await page.getByRole("link", { name: "← All documents" }).click();
  await heading(page, "Write the documents", 2).waitFor(long);
  const write = page.getByRole("button", { name: "Write the release" });
  assert.ok(await write.isDisabled());
  await page.getByRole("radio", { name: /take them out: nothing that nobody looked at stays/ }).check();
  await page.getByLabel("Your name").fill("Ada Reviewer");
  await write.click();
  await page.getByText(/^Written: /).waitFor(long);
  const folder = (await page.getByText(/^Written: /).innerText()).replace("Written: ", "").trim();
  assert.ok(existsSync(join(studio.folder, folder)));
  const texts = readdirSync(join(studio.folder, folder), { recursive: true })
    .map((one) => join(studio.folder, folder, String(one)))
    .filter((one) => statSync(one).isFile() && /\.(txt|md|html)$/.test(one))
    .map((one) => readFileSync(one, "utf8"));
  assert.equal(texts.length, 6);
  assert.ok(texts.some((one) => one.includes(kept)), "what was let stand is not in the release");
  assert.ok(!texts.some((one) => one.includes(gone)), "what was taken out is in the release");
});

step("what that did is assessed", async () => {
  await page.getByRole("button", { name: "Assess the release" }).click();
  await page.getByRole("button", { name: "Assess again" }).waitFor(long);
  await page.locator("main svg, main table").last().waitFor(long);
  await picture(page, "journey-documents");
  await place(page, "Sign off").click();
  await page.frameLocator("iframe.report-frame").locator("h1").first().waitFor(long);
});

// Whoever decided mention by mention needs no policy besides.
step("the reviewed release is signed off, with a reason, as no thresholds are set for documents", async () => {
  await sign("Mark as assessed");
  await sign("Approve");
  await page.getByText("Policy and release are those that were approved.").waitFor(long);
  await page.getByText(/Ada Reviewer approved it although/).waitFor();
  assert.deepEqual(page.said, []);

  async function sign(what) {
    await page.getByRole("button", { name: what, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your name").fill("Ada Reviewer");
    await dialog.getByLabel(/^(Note|Your reason)/).fill("Read all letters.");
    await dialog.getByRole("button", { name: what, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }
});
