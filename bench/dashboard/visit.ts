import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import type { LargeHome } from "./home.ts";

/** Logged in, on an empty page of the dashboard. */
export async function enter(browser: Browser, { door }: LargeHome): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  // When the first of what the page is for is drawn, by the page's own clock, from the start of its navigation.
  await page.addInitScript(`
    const watch = new MutationObserver(() => {
      if (document.querySelector(".lane, .node, .graph canvas, .block:not(.unread)") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.usefulMs = performance.now(); }));
    });
    watch.observe(document, { childList: true, subtree: true });
  `);
  await page.goto(door.link());
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  return page;
}

/** Opens a page; gives when it was of use. */
export async function paintMs(page: Page, path: string): Promise<number> {
  await page.goto(new URL(path, page.url()).href);
  for (;;) {
    const ms = await page.evaluate("window.usefulMs");
    if (typeof ms === "number") return ms;
    await page.waitForTimeout(50);
  }
}

export interface Frames {
  readonly over: number;
  readonly longestMs: number;
}

/** The page's own count of frames over 50 ms, from the list of keys. */
export async function framesOf(page: Page): Promise<Frames> {
  await page.keyboard.press("?");
  const words = (await page.locator(".frames").textContent()) ?? "";
  await page.keyboard.press("Escape");
  const [, over = "0", longest = "0"] = /^(\d+) frames .* longest (\d+) ms/.exec(words) ?? [];
  if (!/frame/.test(words) || /does not measure/.test(words)) throw new Error(`no count of frames: ${words}`);
  return { over: Number(over), longestMs: Number(longest) };
}

/** Events at a steady rate, each written to the journal by itself. */
export async function flood(home: LargeHome, perSecond: number, seconds: number): Promise<number> {
  const from = performance.now();
  const tick = 0.05;
  for (let step = 1; step * tick <= seconds; step += 1) {
    await home.news(Math.round(perSecond * tick));
    await pause(Math.max(0, from + step * tick * 1_000 - performance.now()));
  }
  return (perSecond * seconds * 1_000) / (performance.now() - from);
}
