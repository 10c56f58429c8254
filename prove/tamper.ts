import { join } from "node:path";
import type { VerifyReport } from "../src/api/contract/landing.ts";
import { runBuilt } from "../test/kit/built.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { chanceFrom } from "./seed.ts";
import type { Forged, Forgery } from "./tamper/forgery.ts";
import { type Ground, makeGround } from "./tamper/ground.ts";
import { type Answer, judge } from "./tamper/judge.ts";
import { forgeries } from "./tamper/table.ts";

/** Verify reports each forgery of landings, receipts, objects or records, or the docs say that it can't. */
export const tamper: Part = {
  name: "tamper",
  summary: `${String(forgeries.length)} forgeries of landings, receipts, history, objects and records: each is told, or said to be undetectable`,
  defaultCount: forgeries.length,
  run: proveTamper,
};

/** The seed says with which forgery to begin, and how each is varied. */
async function proveTamper({ count, seed, say }: PartOrder): Promise<PartResult> {
  const ground = await makeGround();
  const failures: { seed: number; what: string }[] = [];
  const tried: Forgery[] = [];
  try {
    say("| forgery | expected | |");
    say("|---|---|---|");
    for (let number = seed; number < seed + count; number += 1) {
      const forgery = forgeries[number % forgeries.length];
      if (forgery === undefined) continue;
      ground.restore();
      const wrong = await tryForgery(ground, forgery, number);
      tried.push(forgery);
      say(`| ${forgery.name} | ${forgery.said} | ${wrong.length === 0 ? "so it is" : "FALSE"} |`);
      if (wrong.length > 0) failures.push({ seed: number, what: [forgery.name, ...wrong].join("\n  ") });
    }
  } finally {
    ground.dispose();
  }
  const undetectable = tried.filter(({ said }) => said === "undetectable").length;
  return {
    tried: tried.length,
    failures,
    figures: {
      forgeries: new Set(tried).size,
      told: tried.length - undetectable - failures.length,
      "said to be undetectable": undetectable,
      false: failures.length,
    },
  };
}

async function tryForgery(ground: Ground, forgery: Forgery, number: number): Promise<readonly string[]> {
  try {
    const forged = await forgery.forge(ground, chanceFrom(number));
    return judge(forgery.said, forged, ask(ground, forgery, forged));
  } catch (error) {
    return [String(error)];
  }
}

function ask({ kit }: Ground, { args = [] }: Forgery, { clone }: Forged): Answer {
  const env = {
    PATH: process.env["PATH"],
    HOME: kit.root,
    NO_COLOR: "1",
    TUTTI_LOCAL: "1",
    TUTTI_HOME: clone === undefined ? kit.home : join(kit.root, "another-home"),
  };
  const { code, out, err } = runBuilt({ folder: clone ?? kit.repository, env }, ["verify", "--json", ...args]);
  return { code, said: `${out}${err}`.trim(), report: reportIn(out) };
}

function reportIn(text: string): VerifyReport | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && "landings" in found ? (found as VerifyReport) : null;
  } catch {
    return null;
  }
}
