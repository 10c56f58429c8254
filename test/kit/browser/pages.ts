import AxeBuilder from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterwards } from "../afterwards.ts";
import { oneOf } from "../long.ts";
import type { ConductorKit } from "../conductor.ts";
import { launchChromium } from "./chromium.ts";

/** Against hangs only: a busy machine takes its time. */
const hangMs = 300_000;
/** Axe writes styles of its own, which the policy of the page refuses. */
const underAxe = new WeakSet<Page>();
let running: Promise<Browser> | undefined;
const open: BrowserContext[] = [];
afterwards("each test", async () => {
  for (const context of open.splice(0)) await context.close();
});
afterwards("each file", async () => {
  const last = running;
  running = undefined;
  await (await last)?.close();
});

export interface Visit {
  readonly page: Page;
  /** The complaints of the page's own scripts. */
  readonly complaints: readonly string[];
}

/** A browser that was logged in by the link of `tutti dashboard`. */
export async function visit(kit: ConductorKit, path = "/", width = 1280): Promise<Visit> {
  running ??= launchChromium();
  const context = await (await running).newContext({ viewport: { width, height: 800 } });
  open.push(context);
  context.setDefaultTimeout(hangMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !underAxe.has(page)) complaints.push(message.text());
  });
  const { out, err } = kit.cli("dashboard", "--no-open");
  if (!out.startsWith("http://127.0.0.1:")) throw new Error(`no link: ${out}${err}`);
  await page.goto(out.trim());
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  if (path !== "/") await page.goto(new URL(path, out).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, complaints };
}

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks = [
  { colorScheme: "light", size: wide, isBrief: false },
  { colorScheme: "dark", size: wide, isBrief: true },
  { colorScheme: "dark", size: phone, isBrief: true },
  { colorScheme: "light", size: phone, isBrief: false },
] as const;

/** Axe takes long: another colour scheme changes colours only, and a narrow page what has to be scrolled. */
function rulesOf(axe: AxeBuilder, isBrief: boolean): AxeBuilder {
  return isBrief
    ? axe.withRules(["color-contrast", "scrollable-region-focusable"])
    : axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]);
}

/**
 * The faults that axe finds in a page by the rules of WCAG A and AA, light and dark, wide and as on a phone; in the
 * long form each scheme at each width.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  underAxe.add(page);
  for (const { colorScheme, size, isBrief } of oneOf(2, looks)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    const { violations, passes } = await rulesOf(new AxeBuilder({ page }), isBrief).analyze();
    const how = `${colorScheme} at ${String(size.width)}`;
    if (passes.length === 0) faults.push(`${how}: axe looked at nothing`);
    for (const { id, nodes } of violations)
      faults.push(...nodes.map(({ html, failureSummary }) => `${how} ${id}: ${html} ${failureSummary ?? ""}`));
    const wider = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (wider !== 0) faults.push(`${how}: the page scrolls sideways by ${String(wider)} pixels`);
  }
  await page.setViewportSize(wide);
  underAxe.delete(page);
  return faults;
}
