import type { SheetState } from "../../src/sheet/state.ts";
import { type TroubleCode, troubles } from "../../src/sheet/trouble/trouble.ts";
import type { JournalRow } from "../../src/store/row.ts";
import { accounts } from "./ground.ts";
import type { Story } from "./journal.ts";
import type { Asked } from "./provider.ts";

export interface Judgement {
  readonly wrong: readonly string[];
  /**
   * Attempts that began although a terminal error of their account was recorded, and no person had said a word since.
   */
  readonly afterTerminal: number;
  /** Attempts that began while their account was parked. */
  readonly whileShut: number;
  /** Attempts that cost budget though they met nothing but limits. */
  readonly spentOnLimits: number;
  readonly terminalErrors: number;
  readonly waits: number;
  readonly lives: number;
  /** Of those conductors, the ones that began while an account was parked. */
  readonly livesWhileShut: number;
}

/** Reads the whole journal in its order, and what each provider was asked beside it. */
export function judge({ rows, states }: Story, asked: readonly (readonly Asked[])[]): Judgement {
  const tale = new Tale();
  for (const row of rows) tale.read(row);
  const strangers = asked.flatMap((requests, place) =>
    requests
      .filter(({ sheet, attempt }) => tale.starts.get(`${sheet}/${attempt}`) !== accounts[place])
      .map((one) => `${one.sheet}/${one.attempt}`),
  );
  const miscounted = [...states].flatMap(([sheet, state]) => tale.miscounts(sheet, state));
  return {
    ...tale.figures,
    wrong: [
      ...tale.wrong,
      ...miscounted,
      ...strangers.map((who) => `${who} asked an account without a start in the journal`),
    ],
  };
}

interface Known {
  readonly state: string;
  readonly until: number | null;
}

interface Life {
  starts: number;
  waits: number;
  failures: number;
  fallbacks: number;
}

class Tale {
  readonly wrong: string[] = [];
  /** Sheet and attempt → account. */
  readonly starts = new Map<string, string>();
  readonly figures = {
    afterTerminal: 0,
    whileShut: 0,
    spentOnLimits: 0,
    terminalErrors: 0,
    waits: 0,
    lives: 0,
    livesWhileShut: 0,
  };
  readonly #gates = new Map<string, Known>();
  /** Accounts with a terminal error that no person has seen to. */
  readonly #refused = new Set<string>();
  readonly #sheets = new Map<string, Life>();

  read(row: JournalRow): void {
    if (row.kind === "agent-gate") this.#gate(row);
    else if (row.kind === "conductor-started") this.#life(row);
    else if (row.kind === "started") this.#start(row);
    else if (row.kind === "ended") this.#end(row);
  }

  /** What is recorded of the sheet in the end is what its rows add up to, through all restarts. */
  miscounts(sheet: string, state: SheetState): readonly string[] {
    const { starts, waits, failures } = this.#of(sheet);
    if (!("counts" in state)) return [`${sheet} is ${state.kind}`];
    const counted = [state.counts.attempts, state.counts.rateLimits + state.counts.quotas, state.counts.failures];
    const read = [starts, waits, failures];
    return counted.join() === read.join()
      ? []
      : [`${sheet} has counted ${counted.join()} attempts, waits and failures; its rows say ${read.join()}`];
  }

  #of(sheet: string): Life {
    const life = this.#sheets.get(sheet) ?? { starts: 0, waits: 0, failures: 0, fallbacks: 0 };
    this.#sheets.set(sheet, life);
    return life;
  }

  #gate({ body }: JournalRow): void {
    const { key, state, until } = body as Known & { key: string };
    this.#gates.set(key, { state, until });
    if (state !== "stopped") this.#refused.delete(key);
  }

  #life({ at }: JournalRow): void {
    this.figures.lives += 1;
    if (this.figures.lives > 1 && [...this.#gates.values()].some((gate) => isShut(gate, at)))
      this.figures.livesWhileShut += 1;
  }

  #start({ sheet, body, at, position }: JournalRow): void {
    const { attempt, agent } = body as { attempt: number; agent?: number };
    const life = this.#of(sheet ?? "");
    life.starts += 1;
    life.fallbacks = agent ?? life.fallbacks;
    const account = accounts[life.fallbacks] ?? "";
    this.starts.set(`${sheet ?? ""}/${attempt}`, account);
    const who = `row ${position}: ${sheet ?? ""} began attempt ${attempt} with ${account}`;
    if (this.#refused.has(account)) {
      this.figures.afterTerminal += 1;
      this.wrong.push(`${who} after a terminal error`);
    }
    const shut = [account, `${account}/default`]
      .map((key) => this.#gates.get(key))
      .find((gate) => gate !== undefined && isShut(gate, at));
    if (shut !== undefined && shut.state !== "stopped") {
      this.figures.whileShut += 1;
      this.wrong.push(`${who} while it was ${shut.state}, ${(shut.until ?? at) - at} ms before the reset`);
    }
  }

  #end({ sheet, body, after, position }: JournalRow): void {
    const { trouble } = body as { trouble: { code: TroubleCode } | null };
    const life = this.#of(sheet ?? "");
    const remedy = trouble === null ? null : troubles[trouble.code].remedy;
    if (remedy === "terminal") {
      this.figures.terminalErrors += 1;
      this.#refused.add(accounts[life.fallbacks] ?? "");
    }
    if (after?.why === "rate-limit" || after?.why === "quota") {
      life.waits += 1;
      this.figures.waits += 1;
    } else if (after?.why === "fallback") Object.assign(life, { waits: 0, failures: 0, fallbacks: life.fallbacks + 1 });
    else if (after?.why === "retry" || after?.state === "failed") {
      life.failures += 1;
      // An answer that no agent reads is no limit.
      if (trouble !== null && troubles[trouble.code].category === "network" && after.state !== "failed") return;
      this.figures.spentOnLimits += 1;
      this.wrong.push(
        `row ${position}: ${sheet ?? ""} paid for ${trouble?.code ?? "an attempt that fell short"}, ${after.state}`,
      );
    }
  }
}

function isShut({ state, until }: Known, at: number): boolean {
  return state === "stopped" || ((state === "limited" || state === "faulty") && (until ?? 0) > at);
}
