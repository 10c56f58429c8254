import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../test/kit/browser/chromium.ts";
import { openLargeHome } from "./dashboard/home.ts";
import { enter, flood, framesOf, paintMs } from "./dashboard/visit.ts";
import { median } from "./measure.ts";
import type { Part } from "./part.ts";

const limits = { paintMs: 1_000, frameMs: 50 } as const;
const perSecond = 200;
const seconds = 10;
const logBytes = 100_000_000;

/** A large job and a long log in a real browser. */
export const dashboard: Part = {
  name: "dashboard",
  summary: "first useful paint of a job of 10,000 sheets, frames over 50 ms at 200 events a second, a log of 100 MB",
  defaultRounds: 3,
  defaultCount: 10_000,
  run: async ({ rounds, count, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const home = await openLargeHome(folder, { sheets: count, logBytes });
    const browser = await launchChromium();
    try {
      say(
        `Node ${process.versions.node}, Chromium ${browser.version()}; ${count} sheets, ${home.rows} rows in the journal`,
      );
      const page = await enter(browser, home);
      const paints: number[] = [];
      for (const [view, path] of [
        ["time line", ""],
        ["graph on a canvas", "/-/graph"],
      ] as const) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await paintMs(page, `/jobs/${home.job}${path}`));
        say(
          `${view}: of use after ${times.map((ms) => ms.toFixed(0)).join(", ")} ms (median ${median(times).toFixed(0)})`,
        );
        paints.push(median(times));
      }
      let worst = 0;
      for (const [view, path] of [
        ["time line", ""],
        ["table", "/-/sheets"],
      ] as const) {
        await page.goto(new URL(`/jobs/${home.job}${path}`, page.url()).href);
        await page.locator(".lane, [role=row]").nth(3).waitFor();
        await page.waitForTimeout(3_000);
        const before = await framesOf(page);
        const rate = await flood(home, perSecond, seconds);
        const after = await framesOf(page);
        const over = after.over - before.over;
        worst = Math.max(worst, over === 0 ? 0 : after.longestMs);
        say(`${view}: ${rate.toFixed(0)} events a second for ${seconds} s: ${over} frames over ${limits.frameMs} ms`);
      }
      const logMs = await paintMs(page, `/jobs/${home.job}/${home.logged}/output`);
      const before = await framesOf(page);
      for (let turn = 0; turn < 40; turn += 1) {
        await page.evaluate(
          `{ const list = document.querySelector(".log-box > *"); list.scrollTo(0, (list.scrollHeight * ${turn}) / 40); }`,
        );
        await page.waitForTimeout(100);
      }
      const after = await framesOf(page);
      const title = await page.title();
      say(
        `log of ${logBytes / 1e6} MB: of use after ${logMs.toFixed(0)} ms, ${after.over - before.over} frames over ${limits.frameMs} ms in 40 jumps over all of it (longest ${after.longestMs} ms); the page's title is ${JSON.stringify(title)}`,
      );
      if (title.includes("owned")) throw new Error("a script of the log ran");
      return { ratio: Math.max(...paints, logMs) / limits.paintMs + (worst === 0 ? 0 : 1), target: { atMost: 1 } };
    } finally {
      await browser.close();
      await home.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
