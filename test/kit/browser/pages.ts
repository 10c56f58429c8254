import AxeBuilder from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterwards } from "../afterwards.ts";
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
  /** What the page's own scripts complained of. */
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

/** Another colour scheme changes colours only, and axe takes long. */
function rulesOf(axe: AxeBuilder, colorScheme: "light" | "dark"): AxeBuilder {
  return colorScheme === "dark"
    ? axe.withRules(["color-contrast"])
    : axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]);
}

/** What axe finds wrong with a page by the rules of WCAG A and AA, in both colour schemes. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  underAxe.add(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations, passes } = await rulesOf(new AxeBuilder({ page }), colorScheme).analyze();
    if (passes.length === 0) faults.push(`${colorScheme}: axe looked at nothing`);
    for (const { id, nodes } of violations)
      faults.push(...nodes.map(({ html, failureSummary }) => `${colorScheme} ${id}: ${html} ${failureSummary ?? ""}`));
  }
  underAxe.delete(page);
  return faults;
}
