// `node --experimental-strip-types scripts/pictures/make.ts` (after `npm run build`): makes docs/dashboard/*.png from real
// jobs in a real Chromium.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../test/kit/browser/chromium.ts";
import { makeStage } from "./stage.ts";

const out = fileURLToPath(new URL("../../docs/dashboard", import.meta.url));
const wide = { width: 1280, height: 760 };
const phone = { width: 390, height: 844 };
/** When some sheets have landed, some run and some wait. */
const middleMs = 20_000;

const pictures = [
  { name: "now", path: "/", size: wide, scheme: "light" },
  { name: "time-line", path: "/jobs/CHECKOUT", size: wide, scheme: "light" },
  { name: "graph", path: "/jobs/CHECKOUT/-/graph", size: wide, scheme: "dark" },
  { name: "sheets", path: "/jobs/CHECKOUT/-/sheets", size: wide, scheme: "light" },
  { name: "log", path: "/jobs/CHECKOUT/stock", size: wide, scheme: "dark" },
  { name: "diff", path: "/jobs/TIDY/names/diff", size: wide, scheme: "light" },
  { name: "new", path: "/new", size: wide, scheme: "light" },
  { name: "now-phone", path: "/", size: phone, scheme: "dark" },
  { name: "time-line-phone", path: "/jobs/CHECKOUT", size: phone, scheme: "light" },
] as const;

/** The address of a page, with the names that the jobs got. */
function addressOf(path: string, list: string): string {
  const named = (name: string): string => new RegExp(`${name}-\\w+`).exec(list)?.[0] ?? name;
  return path.replace("CHECKOUT", named("checkout")).replace("TIDY", named("tidy"));
}

/** As a person does who reads a diff. */
async function comment(page: Page): Promise<void> {
  await page.locator(".file-diff td").last().hover();
  await page.locator(".diff-add-widget").last().click({ force: true });
  await page.getByRole("textbox", { name: "Comment on this line" }).fill("Say what vat is for, or leave it out.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.mouse.move(0, 0);
}

const score = `name: shop
agent: opus
landing: approve
sheets:
  - id: price
    prompt: Round prices to cents.
    validations: [{command: npm test}]
  - id: cart
    after: [price]
    prompt: Show the sum of the cart.
  - id: mail
    after: [price]
    prompt: Mail the invoice.
`;

/** As a person does who writes a score. */
async function write(page: Page): Promise<void> {
  await page.getByRole("button", { name: "A score" }).click();
  await page.getByRole("textbox", { name: "Score" }).fill(score);
  await page.getByText("Valid: 3 sheets").waitFor();
  await page.locator(".node").last().waitFor();
}

const folder = mkdtempSync(join(tmpdir(), "tutti-pictures-"));
const stage = makeStage(folder);
const browser = await launchChromium();
try {
  mkdirSync(out, { recursive: true });
  stage.submit("tidy");
  stage.submit("checkout");
  await pause(middleMs);
  for (const { name, path, size, scheme } of pictures) {
    const context = await browser.newContext({ viewport: size, colorScheme: scheme });
    const page = await context.newPage();
    const link = stage.tutti("dashboard", "--no-open").trim();
    await page.goto(link);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(new URL(addressOf(path, stage.tutti("list")), link).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate("document.fonts.ready");
    await pause(1_000);
    if (name === "diff") await comment(page);
    if (name === "new") await write(page);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  stage.tutti("stop");
  rmSync(folder, { recursive: true, force: true });
}
