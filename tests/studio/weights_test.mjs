// A number for each column, by slider and typed; the policy's text stays in step.
import assert from "node:assert/strict";
import { begin, heading, journey, long, picture, place, stumbles } from "./support.mjs";

const step = journey();
let studio, page;
begin({ census: 150 }, (...made) => ([studio, page] = made));

const text = () => page.getByLabel("Text of the policy");
const policy = () => page.evaluate(() => document.querySelector(".editor textarea").value);
const waitFor = (pattern) => page.waitForFunction((one) => new RegExp(one).test(document.querySelector(".editor textarea").value), pattern, long);
const write = async (steps) => {
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await text().fill(`${(await policy()).replace(/\n\[\[step\]\][^]*$/, "\n")}\n${steps}`);
  await page.getByText("Nothing is wrong with it.").waitFor(long);
};
const group = (name) => page.getByRole("group", { name, exact: true });

step("costs of columns move with their sliders, by keys, and are written into the policy", async () => {
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await place(page, "Protect").click();
  await write('[[step]]\nmethod = "local-suppression"\ncolumns = ["age", "sex"]\nk = 3\n');
  const age = group("cost").getByRole("slider", { name: "age" });
  await age.waitFor(long);
  assert.equal(await age.getAttribute("aria-valuetext"), "1");
  await age.focus();
  for (let i = 0; i < 6; ++i) await page.keyboard.press("ArrowRight");
  await waitFor('cost = \\{ "age" = 2 \\}');
  assert.equal(await group("cost").getByLabel("age, as a number").inputValue(), "2");
  assert.deepEqual(await stumbles(page), []);
  await picture(page, "weights");
});

step("a number is typed, and one from the text moves the slider", async () => {
  const typed = group("cost").getByLabel("sex, as a number");
  await typed.fill("0.5");
  await waitFor('"sex" = 0\\.5');
  await text().fill((await policy()).replace('"sex" = 0.5', '"sex" = 4.0'));
  await page.waitForFunction(() => [...document.querySelectorAll(".by-column input[type=range]")].some((one) => one.getAttribute("aria-valuetext") === "4"), null, long);
  await group("cost").getByRole("button", { name: "usual value for sex" }).click();
  await page.waitForFunction(() => !/"sex" = 4/.test(document.querySelector(".editor textarea").value), null, long);
  // What is no number is said to be wrong, where it is written.
  await group("cost").getByLabel("age, as a number").fill("much");
  await page.locator(".by-column.wrong").waitFor(long);
  await group("cost").getByLabel("age, as a number").fill("3");
  await page.getByText("Nothing is wrong with it.").waitFor(long);
});

step("a method that is carried out by another has its sliders too", async () => {
  await write('[[step]]\nmethod = "clustered"\ncolumns = ["age", "TAXINC"]\ninside = "noise"\n');
  const p = group("p by column").getByRole("slider", { name: "TAXINC" });
  await p.waitFor(long);
  await p.focus();
  await page.keyboard.press("ArrowRight");
  await waitFor("p_by_column");
  assert.match(await policy(), /parameters.*p_by_column.*TAXINC/s);
  await write('[[step]]\nmethod = "mondrian"\ncolumns = ["age", "sex"]\nk = 5\n');
});

step("weights of a measure of loss are sliders where it is measured, and the command has them", async () => {
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
  await place(page, "Compare").click();
  const section = page.locator("section", { has: heading(page, "One measure, with your own settings", 2) });
  await section.getByLabel("Measure", { exact: true }).selectOption("cell-loss");
  await section.getByText("Its settings").click();
  await section.getByRole("slider", { name: "age" }).waitFor(long);
  await section.getByLabel("age, as a number").fill("5");
  await section.getByRole("button", { name: "Measure this" }).click();
  await section.getByText("The same as a command").first().click();
  const command = await section.locator("pre").first().innerText();
  assert.match(command, /--measure cell-loss/);
  assert.match(command, /weights=.*age.*5/);
  assert.deepEqual(page.said, []);
});
