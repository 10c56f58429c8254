// `node --experimental-strip-types scripts/pictures/make.ts` (after `npm run build`): makes docs/dashboard/*.png from real
// jobs in a real Chromium.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../test/kit/browser/chromium.ts";
import { makeStage } from "./stage.ts";

const out = fileURLToPath(new URL("../../docs/dashboard", import.meta.url));
const wide = { width: 1360, height: 860 };
const phone = { width: 390, height: 844 };
/** When some sheets have landed, some run and some wait. */
const middleMs = 25_000;

const pictures = [
  { name: "now", path: "/", size: wide, scheme: "light" },
  { name: "now-dark", path: "/", size: wide, scheme: "dark" },
  { name: "now-phone", path: "/", size: phone, scheme: "light" },
  { name: "jobs", path: "/jobs", size: wide, scheme: "light" },
] as const;

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
    await page.goto(new URL(path, link).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate("document.fonts.ready");
    await pause(1_000);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  stage.tutti("stop");
  rmSync(folder, { recursive: true, force: true });
}
