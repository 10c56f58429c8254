import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import type { HowEnded } from "../../process/process.ts";
import type { AgentEvent } from "../agent-event.ts";
import { foldFeedback } from "../run/feedback.ts";
import { type RunFacts, troubleOf } from "./classify.ts";
import { complaintsFrom, genericComplaints } from "./complaints.ts";

const now = Date.parse("2026-11-15T18:00:00Z") as EpochMs;
const abilities = { events: true, sessions: true, usage: true, budget: true };
const withoutEvents = { abilities: { ...abilities, events: false } };

function judged(how: HowEnded, events: readonly AgentEvent[] = [], more: Partial<RunFacts> = {}) {
  const fold = foldFeedback();
  for (const event of events) fold.add(event);
  return troubleOf({
    how,
    oom: false,
    feedback: fold.feedback,
    abilities,
    stderr: "",
    complaints: genericComplaints,
    now,
    ...more,
  });
}

const exit = (code: number): HowEnded => ({ kind: "exited", code });
const signal = (name: string): HowEnded => ({ kind: "signalled", signal: name });
const started: AgentEvent = { kind: "started", session: "s", model: null };
const did: AgentEvent = { kind: "did", tool: "run", detail: "npm test" };
const well: AgentEvent = { kind: "ended", isGood: true, text: "All done" };
const badly: AgentEvent = { kind: "ended", isGood: false, text: "it went wrong" };
const limited: AgentEvent = { kind: "limited", status: 429, message: "slow down", resetAt: null, waitMs: 3_600_000 };
const failed = (status: number | null, message: string, isFinal = true): AgentEvent => ({
  kind: "failed",
  isFinal,
  problem: { status, type: null, message, resetAt: null },
});

describe("how the process ended", () => {
  test.each([
    [signal("SIGKILL"), "E002"],
    [signal("SIGSEGV"), "E003"],
    [signal("SIGABRT"), "E003"],
    [signal("SIGBUS"), "E003"],
    [signal("SIGILL"), "E003"],
    [signal("SIGFPE"), "E003"],
    [signal("SIGINT"), "E004"],
    [signal("SIGTERM"), "E004"],
    [{ kind: "timed-out" }, "E001"],
    [{ kind: "idle" }, "E006"],
    [exit(127), "E009"],
    [exit(126), "E009"],
    [exit(137), "E002"],
    [exit(139), "E003"],
    [exit(130), "E004"],
    [exit(124), "E009"],
    [exit(1), "E009"],
    [{ kind: "not-started", reason: 'there is no program "nope" on the PATH' }, "E505"],
    [{ kind: "not-started", reason: '"x" may not be run: permission denied' }, "E301"],
    [{ kind: "not-started", reason: 'the input of "x" could not be opened (ENOENT)' }, "E604"],
    [
      { kind: "not-started", reason: 'the arguments and environment for "x" are larger than this system allows' },
      "E602",
    ],
    [{ kind: "not-started", reason: "too many files are open", short: true }, "E005"],
  ] as const)("%j is %s", (how, code) => {
    expect(judged(how)?.code).toBe(code);
  });

  test("a kill for want of memory is told apart from any other", () => {
    expect(judged(signal("SIGKILL"), [], { oom: true })?.code).toBe("E005");
    expect(judged(exit(137), [], { oom: true })?.code).toBe("E005");
    expect(judged(exit(1), [started], { oom: true })?.code).toBe("E005");
    const stderr = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory";
    expect(judged(signal("SIGABRT"), [], { stderr })?.code).toBe("E005");
    expect(judged(signal("SIGSEGV"), [], { stderr: "Error: 401 Unauthorized" })?.code).toBe("E003");
  });

  test("a script whose own command is missing was run, and says why it failed", () => {
    expect(judged(exit(127), [], { ...withoutEvents, stderr: "sh: 3: no-such-tool: not found" })).toEqual({
      code: "E009",
      detail: "exit code 127: sh: 3: no-such-tool: not found",
      resetAt: null,
    });
  });

  test("a bridge whose agent is not there says so", () => {
    const gone: AgentEvent = {
      kind: "failed",
      isFinal: true,
      problem: { status: null, type: "program_not_found", message: "there is no program x", resetAt: null },
    };
    expect(judged(exit(127), [gone])?.code).toBe("E505");
  });

  test("a cancelled run is no trouble", () => {
    expect(judged({ kind: "cancelled" }, [started, did], { stderr: "Error: 401 Unauthorized" })).toBeNull();
  });

  test("a silent start is one, or what it complained of", () => {
    const silent: HowEnded = { kind: "silent" };
    expect(judged(silent, [], { stderr: "Do you trust this folder?" })).toEqual({
      code: "E007",
      detail: "Do you trust this folder?",
      resetAt: null,
    });
    expect(judged(silent, [], { stderr: "Error: getaddrinfo ENOTFOUND api.invalid" })?.code).toBe("E902");
  });
});

describe("a limit that the agent waits for", () => {
  test.each([{ kind: "idle" }, { kind: "cancelled" }, { kind: "timed-out" }, exit(1)] as const)(
    "is why it ended: $kind",
    (how) => {
      expect(judged(how, [started, limited])).toEqual({ code: "E101", detail: "slow down", resetAt: now + 3_600_000 });
    },
  );

  test("is not why it ended once it has gone on", () => {
    expect(judged({ kind: "idle" }, [started, limited, did])?.code).toBe("E006");
    expect(judged({ kind: "cancelled" }, [started, limited, did])).toBeNull();
  });

  test("is a usage limit or a want of capacity where it says so", () => {
    const idle: HowEnded = { kind: "idle" };
    expect(judged(idle, [{ ...limited, message: "You've hit your usage limit" }])?.code).toBe("E102");
    expect(judged(idle, [{ ...limited, status: 529, message: "" }])?.code).toBe("E103");
    expect(judged(idle, [{ ...limited, status: null, message: "Reconnecting... 1/5" }])?.code).toBe("E101");
    expect(judged(idle, [{ ...limited, status: 401 }])?.code).toBe("E101");
  });

  test("ends when it says, and a reset that can't be believed is not known", () => {
    const idle: HowEnded = { kind: "idle" };
    expect(judged(idle, [{ ...limited, resetAt: (now + 9_000) as EpochMs }])?.resetAt).toBe(now + 9_000);
    expect(judged(idle, [{ ...limited, waitMs: null, message: "retry after 30" }])?.resetAt).toBe(now + 30_000);
    expect(judged(idle, [{ ...limited, waitMs: 1e15 }])?.resetAt).toBeNull();
  });
});

describe("structured errors", () => {
  test("count when the exit code says that all is well", () => {
    expect(judged(exit(0), [started, failed(429, "Request rejected (429)"), badly])).toMatchObject({
      code: "E101",
      detail: "Request rejected (429)",
    });
  });

  test("count before stderr", () => {
    expect(judged(exit(1), [failed(401, "no")], { stderr: "Error: 429 Too Many Requests" })?.code).toBe("E502");
  });

  test("that the agent got over count no more", () => {
    expect(judged(exit(0), [started, failed(429, "slow down", false), did, well])).toBeNull();
    expect(judged(exit(0), [failed(401, "no"), well])).toBeNull();
    expect(judged(exit(1), [started, failed(429, "slow down", false), did], {})?.code).toBe("E009");
  });

  test("that came after a good end count", () => {
    expect(judged(exit(0), [started, well, failed(401, "no")])?.code).toBe("E502");
  });

  test("of an agent without events count when it does not end well", () => {
    expect(judged(exit(1), [failed(429, "")], withoutEvents)).toMatchObject({ code: "E101", detail: "429" });
    expect(judged(exit(0), [failed(429, "")], withoutEvents)).toBeNull();
    expect(judged(exit(0), [failed(429, ""), badly], withoutEvents)?.code).toBe("E101");
  });

  test("that say nothing known leave it to the agent's own complaints", () => {
    const own = complaintsFrom({ E305: ["toolbox is broken"] });
    expect(judged(exit(1), [failed(null, "The toolbox is BROKEN.")], { complaints: own })?.code).toBe("E305");
    expect(judged(exit(1), [failed(null, "hm")], { complaints: own, stderr: "toolbox is broken" })?.code).toBe("E305");
    expect(judged(exit(1), [failed(null, "hm")])).toEqual({ code: "E009", detail: "exit code 1: hm", resetAt: null });
  });

  test("take the reset from themselves, their words, or the limit before, but not the agent's own pause", () => {
    const final = failed(429, "Too many requests");
    const reset = { ...limited, resetAt: (now + 60_000) as EpochMs };
    expect(judged(exit(1), [reset, final])?.resetAt).toBe(now + 60_000);
    expect(judged(exit(1), [limited, final])?.resetAt).toBeNull();
    expect(judged(exit(1), [reset, failed(429, "retry after 30")])?.resetAt).toBe(now + 30_000);
    expect(judged(exit(1), [failed(401, "retry after 30")])?.resetAt).toBeNull();
  });
});

describe("stderr", () => {
  test("counts when nothing else explains a failure, the newest line first", () => {
    const stderr = "Error: connect ECONNREFUSED 127.0.0.1:1\nError: 401 Unauthorized\ngoodbye\n";
    expect(judged(exit(1), [], { stderr })).toEqual({ code: "E502", detail: "Error: 401 Unauthorized", resetAt: null });
  });

  test("tells the wait on the line or beside it", () => {
    expect(judged(exit(1), [], { stderr: "HTTP 429 Too Many Requests, retry after 30" })).toMatchObject({
      code: "E101",
      resetAt: now + 30_000,
    });
    expect(judged(exit(1), [], { stderr: "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 45\r\n" })).toMatchObject({
      code: "E101",
      resetAt: now + 45_000,
    });
  });

  test("does not count for an agent that ended well", () => {
    const stderr = "Attempt 1 failed with status 429. Retrying with backoff...";
    expect(judged(exit(0), [started, well], { stderr })).toBeNull();
    expect(judged(exit(0), [], { stderr, ...withoutEvents })).toBeNull();
    expect(judged(exit(1), [started, well], { stderr })?.code).toBe("E009");
    expect(judged(exit(0), [started, did], { stderr })?.code).toBe("E101");
  });
});

describe("an agent that explains nothing", () => {
  test("and exits with 0 did not start, or did not say how it went", () => {
    expect(judged(exit(0))?.code).toBe("E007");
    expect(judged(exit(0), [{ kind: "unread" }])?.code).toBe("E007");
    expect(judged(exit(0), [started, did])?.code).toBe("E008");
    expect(judged(exit(0), [], withoutEvents)).toBeNull();
  });

  test("has its exit code and its last line told", () => {
    expect(judged(exit(3), [], { stderr: "first\nlast\n\n" })).toEqual({
      code: "E009",
      detail: "exit code 3: last",
      resetAt: null,
    });
    expect(judged(exit(0), [started, badly])).toEqual({ code: "E009", detail: "it went wrong", resetAt: null });
  });
});

test("nothing that the agent says is looked at", () => {
  const said: AgentEvent = {
    kind: "said",
    text: "Error: 401 Unauthorized\nHTTP 429 Too Many Requests, retry after 30",
  };
  expect(judged(exit(0), [said, { ...well, text: said.text }])).toBeNull();
  expect(judged(exit(1), [said])?.code).toBe("E009");
  expect(judged(exit(1), [said, { ...badly, text: said.text }])?.code).toBe("E009");
});

describe("a limit whose reset is over", () => {
  const reset = (ms: number): AgentEvent => ({
    kind: "limited",
    status: 429,
    message: "five_hour",
    resetAt: (now + ms) as EpochMs,
    waitMs: null,
  });
  const heardAt = (ms: number, event: AgentEvent) => {
    const fold = foldFeedback();
    fold.add(event, (now + ms) as EpochMs);
    return troubleOf({
      how: exit(1),
      oom: false,
      feedback: fold.feedback,
      abilities,
      stderr: "",
      complaints: genericComplaints,
      now,
    });
  };

  test("at the moment of the report has no reset: its end is unknown", () => {
    expect(heardAt(0, reset(-30_000))).toEqual({ code: "E101", detail: "five_hour", resetAt: null, isOverdue: true });
    expect(judged(exit(1), [], { stderr: "You've hit your limit · resets 5:59pm (UTC)" })).toMatchObject({
      code: "E102",
      resetAt: null,
      isOverdue: true,
    });
  });

  test("only when the run has ended is one that held", () => {
    expect(heardAt(-30_000, reset(-20_000))).toEqual({ code: "E101", detail: "five_hour", resetAt: now - 20_000 });
  });
});

describe("a session that the agent no longer has", () => {
  const lost = { code: "E606" };
  const resumed = { resumes: true };

  test.each([
    ["No conversation found with session ID: 979cab47-a5b0-45fa-9cfa-13a3a4678ae1", 1],
    [
      'Error: --resume requires a valid session ID or session title when used with --print. Provided value "x" is not a UUID',
      1,
    ],
    [
      "Error: thread/resume: thread/resume failed: no rollout found for thread id 019e9154-c304-70f0-adde-36efb1be1701 (code -32600)",
      1,
    ],
    ['Error resuming session: Invalid session identifier "196c7382-f24e-4945-9b99-7e511fe6bc35".', 42],
    ['NotFoundError: NotFoundError\n data: {\n  message: "Session not found: ses_doesnotexist",\n},', 0],
  ])("is known by what it says: %s", (stderr, code) => {
    expect(judged(exit(code), [], { ...resumed, stderr })).toMatchObject(lost);
    expect(judged(exit(code), [], { stderr })?.code).not.toBe("E606");
  });

  test("is known by its events too", () => {
    expect(judged(exit(1), [failed(null, "No conversation found with session ID: x"), badly], resumed)).toMatchObject(
      lost,
    );
  });

  test("is not what an agent talks of that did go on", () => {
    const usage = { inputTokens: 1, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null };
    const stderr = "ERROR codex_core::session: failed to record rollout items: thread x not found";
    expect(judged(exit(1), [{ kind: "spent", scope: "turn", usage }], { ...resumed, stderr })?.code).not.toBe("E606");
  });
});
