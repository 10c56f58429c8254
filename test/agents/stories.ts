import { readdirSync, readlinkSync } from "node:fs";
import { expect } from "vitest";
import type { RealAgent } from "../kit/real-agents.ts";
import { endedOf, storiesOf } from "./stage.ts";

/** Facts that hold for every real agent. */
export function tellStories(agent: RealAgent): void {
  tellOfSandbox(agent);
  tellOfWork(agent);
  tellOfProviders(agent);
  tellOfEnds(agent);
}

/** A job and its landing; `names`: one sheet each. */
export function tellOfLanding(agent: RealAgent, names: readonly string[]): void {
  storiesOf(agent)(
    `a job of ${String(names.length)} sheets lands ${String(names.length)} commits`,
    async ({ kit, play }) => {
      const sheets = names.map((name) => ({
        id: name,
        prompt: `Please write ${name}.txt with ${name}.`,
        validations: [{ file_exists: `${name}.txt` }],
      }));

      const played = await play(sheets, { parallel: 2 });

      expect(played.states).toEqual(Object.fromEntries(names.map((name) => [name, "landed"])));
      expect(kit.git("rev-list", "--count", "--no-merges", "HEAD").trim()).toBe(String(names.length + 1));
      expect(names.map((name) => kit.at("HEAD", `${name}.txt`).trim())).toEqual(names);
      expect(
        endedOf(played).map(({ trouble, usage }) => ({ trouble, hasTold: (usage?.inputTokens ?? 0) > 0 })),
      ).toEqual(names.map(() => ({ trouble: null, hasTold: true })));
    },
  );
}

function tellOfSandbox(agent: RealAgent): void {
  storiesOf(agent)("it works in a strict sandbox that reaches its model alone", async ({ providers, kit, play }) => {
    const sandbox = { level: "strict", network: [new URL(providers.url).host] };
    const sheet = { id: "b", prompt: "Please write b.txt with b.", validations: [{ file_exists: "b.txt" }] };

    const played = await play([sheet], { sandbox });

    expect(played.states).toEqual({ b: "landed" });
    expect(kit.at("HEAD", "b.txt").trim()).toBe("b");
    expect(endedOf(played).map(({ trouble }) => trouble)).toEqual([null]);
  });
}

/** Its model is no host that it reaches: requests get there by the broker alone, which adds the key. */
export function tellOfKey(agent: RealAgent): void {
  storiesOf(agent)("it works in a strict sandbox while the conductor holds its key", async ({ play }) => {
    const sandbox = { level: "strict", network: [], keys: "broker" };
    const sheet = { id: "b", prompt: "Please write b.txt with b.", validations: [{ file_exists: "b.txt" }] };

    const played = await play([sheet], { sandbox });

    expect(played.states).toEqual({ b: "landed" });
    expect(endedOf(played).map(({ trouble }) => trouble)).toEqual([null]);
  });
}

function tellOfWork(agent: RealAgent): void {
  tellOfLanding(agent, ["one", "two", "three", "four", "five", "six", "seven", "eight"]);

  storiesOf(agent)("what is missing is asked for in the same session", async ({ providers, play }) => {
    // The wish is put together when the command runs: the prompt of the first attempt must not hold it.
    const validations = [
      { file_exists: "b.txt" },
      { command: "test -f c.txt || { printf 'please %s c.txt with c' write; exit 1; }" },
    ];

    const played = await play([{ id: "b", prompt: "write b.txt with b.", validations }]);

    expect(played.states).toEqual({ b: "landed" });
    // Only a conversation that goes on knows what was done in it before.
    const [last = ""] = providers.asked("write c.txt with c").slice(-1);
    expect(last).toContain("echo b > b.txt");
    expect(endedOf(played).map(({ trouble }) => trouble)).toEqual([null, null]);
  });
}

function tellOfProviders(agent: RealAgent): void {
  const story = storiesOf(agent);

  story("a limit parks the sheet until it ends, and costs no retry", async ({ kit, providers, play }) => {
    const stop = new AbortController();
    const from = Date.now();
    providers.upset({ about: "b.txt", does: { kind: "refuse", status: 429, retryAfterS: agent.limitS } });

    const played = await play([{ id: "b", prompt: "write b.txt with b", retry: { attempts: 1 } }], {
      agentEnv: agent.limitEnv,
      stop: stop.signal,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.event.kind === "ended") stop.abort();
      },
    });

    const { code, resetAt } = endedOf(played)[0]?.trouble ?? {};
    expect(["E101", "E102"]).toContain(code);
    // Clocks on walls show no seconds.
    const minuteMs = 60_000;
    expect(resetAt).toBeGreaterThan(from + agent.limitS * 1000 - minuteMs);
    expect(resetAt).toBeLessThan(Date.now() + agent.limitS * 1000 + minuteMs);
    expect(await kit.state("b")).toMatchObject({
      kind: "waiting",
      why: "rate-limit",
      notBefore: expect.any(Number) as number,
      counts: { failures: 0 },
    });
  });

  story("a key that is refused stops everything at once", async ({ providers, play }) => {
    providers.upset({ about: "Please", does: { kind: "refuse", status: 401 } });
    const sheets = ["one", "two", "three"].map((name) => ({
      id: name,
      prompt: `Please write ${name}.txt with ${name}.`,
    }));

    const played = await play(sheets, { parallel: 1 });

    expect(endedOf(played).map(({ trouble }) => trouble?.code)).toEqual(["E502"]);
    expect(Object.values(played.states)).not.toContain("landed");
  });

  story("an answer that breaks off is tried again", async ({ stumble }) => {
    const { played, first } = await stumble({ does: { kind: "disconnect" } }, { timeout: agent.timeout });

    expect(first?.trouble?.code).toBe(agent.broken);
    expect(played.states).toEqual({ b: "landed" });
  });
}

function tellOfEnds(agent: RealAgent): void {
  const story = storiesOf(agent);

  story("a provider that never answers is not waited for longer than was asked", async ({ stumble }) => {
    const { played, first } = await stumble({ does: { kind: "hang" } }, { timeout: agent.timeout });

    expect(first?.trouble?.code).toBe("E001");
    expect(played.states).toEqual({ b: "landed" });
  });

  story("an agent that is killed is tried again", async ({ kit, stumble }) => {
    const { played, first } = await stumble({ does: { kind: "hang" }, onMet: () => killAllIn(kit.home) });

    expect(first?.trouble?.code).toBe("E002");
    expect(played.states).toEqual({ b: "landed" });
  });
}

/** Kills the processes that work in a folder below this one. */
function killAllIn(home: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(home)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It is gone, or belongs to another user.
    }
  }
}
