// From a network to a protected one: k is chosen, both graphs are drawn, the release is that of the command.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { begin, heading, journey, long, picture, place, program } from "./support.mjs";

const step = journey();
let studio, page;

begin({ network: 60 }, (...made) => ([studio, page] = made));

step("the folder is opened as a graph, and who stands out is counted", async () => {
  await page.getByRole("button", { name: "Open: network" }).click();
  await heading(page, "Graph").waitFor(long);
  await page.getByRole("button", { name: "Look at the graph" }).click();
  await heading(page, "What an intruder may know, and whom it finds", 3).waitFor(long);
  const nodes = page.locator("dl.figures div", { has: page.getByText("nodes", { exact: true }) });
  assert.equal(await nodes.locator("dd").innerText(), "60");
});

step("k is checked before anything runs, and then protects", async () => {
  const k = page.getByLabel("k: nodes that shall stand alike");
  await page.waitForFunction(() => document.querySelector("#graph-k")?.value !== "", null, long); // the proposed one
  await k.fill("1");
  assert.equal(await k.getAttribute("aria-invalid"), "true");
  assert.ok(await page.getByRole("button", { name: "Take the proposed policy and protect" }).isDisabled());
  await k.fill("4");
  await page.getByRole("button", { name: "Take the proposed policy and protect" }).click();
  await page.getByRole("button", { name: "Protect again" }).waitFor(long);
  await page.getByText(/k = 4/).first().waitFor();
});

step("k that is typed while the policy is still being read stays", async () => {
  let read;
  await page.route("**/check", async (route) => {
    await new Promise((go) => (read = go));
    await route.continue();
  });
  await page.reload();
  const k = page.getByLabel("k: nodes that shall stand alike");
  await k.fill("9");
  while (!read) await page.waitForTimeout(50);
  read();
  await page.getByText(/k = 4/).first().waitFor(long); // what the policy says
  assert.equal(await k.inputValue(), "9");
  await page.unroute("**/check");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#graph-k")?.value === "4", null, long);
});

step("both graphs are drawn, with what was found and lost", async () => {
  await page.getByRole("button", { name: "Draw and assess", exact: true }).click();
  await page.getByRole("button", { name: "Draw and assess again" }).waitFor(long);
  await heading(page, "Numbers of neighbours", 3).waitFor(long);
  const region = page.getByRole("region", { name: "The graph before and after" });
  // Everybody is in both drawings; all marks of a look are one path.
  const drawings = region.locator("svg:has(path[class*=c-join])");
  await drawings.nth(1).waitFor(long);
  const marks = await drawings.evaluateAll((all) =>
    all.map((one) => [...one.querySelectorAll("path:not([class*=c-join])")].reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0)));
  assert.deepEqual(marks, [60, 60]);
  await picture(page, "journey-graph");
});

step("the release is made at Protect with a seed, and is that of the command shown", async () => {
  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect again", exact: true }).click();
  await page.getByText("Seed 7.").waitFor(long);
  await place(page, "Sign off").click();
  const command = await page.getByLabel("protect, as a command").last().innerText();
  assert.match(command, /--seed 7\b/);
  const output = dirname(command.match(/(?:-o|--output)[ =](\S+)/)[1]);
  mkdirSync(join(studio.folder, "again"));
  mkdirSync(join(studio.folder, "bin"));
  symlinkSync(program, join(studio.folder, "bin/lethe"));
  const run = spawnSync("sh", ["-c", command.replaceAll(output, "again")], {
    cwd: studio.folder, encoding: "utf8", env: { ...process.env, PATH: `${join(studio.folder, "bin")}:${process.env.PATH}` },
  });
  assert.equal(run.status, 0, `${command}\n${run.stderr}`);
  const files = readdirSync(join(studio.folder, "again")).filter((one) => /^(edges|nodes)\./.test(one));
  assert.ok(files.length >= 1);
  for (const one of files) {
    assert.ok(readFileSync(join(studio.folder, "again", one)).equals(readFileSync(join(studio.folder, output, one))), `${one} differs`);
  }
  assert.deepEqual(page.said, []);
});
