import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterwards } from "../../../test/kit/afterwards.ts";
import { times } from "../../../test/kit/long.ts";
import {
  clock,
  findNamespaces,
  livingWith,
  makeFolder,
  makeTag,
  text,
  untilExists,
} from "../../../test/kit/processes.ts";
import type { ProcessEnd, ProcessRequest, RunProcess } from "../process.ts";
import { makeRunProcess } from "../run/run.ts";
import { processGroup } from "../tree/containment.ts";
import { readProcesses } from "../tree/proc.ts";
import { markVariables } from "../tree/marker.ts";
import { type Cells, makeCells } from "./cells.ts";

const opened: Cells[] = [];
afterwards("each test", async () => {
  await Promise.all(opened.splice(0).map((cells) => cells.close()));
});

function request(argv: ProcessRequest["argv"], more: Partial<ProcessRequest> = {}): ProcessRequest {
  const env = { PATH: process.env["PATH"] ?? "" };
  return {
    argv,
    cwd: "/",
    env,
    output: { kind: "memory", capBytes: 1e6 },
    tree: "contained",
    role: "check",
    ...more,
  };
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${String(pid)}/ns/pid`);
  } catch {
    return null;
  }
}

const sh = (line: string, more: Partial<ProcessRequest> = {}): ProcessRequest => request(["sh", "-c", line], more);
const ended = (end: ProcessEnd): unknown => [end.how, text(end), end.stderr.toString(), end.outlived];
const whereami = sh("readlink /proc/self/ns/pid");

for (const { title, containment } of await findNamespaces())
  describe.skipIf(containment === null)(`a cell (${title})`, () => {
    const open = (): RunProcess => {
      const owner = `${randomUUID()}.1`;
      const cells = makeCells({
        containment: containment ?? processGroup,
        clock,
        env: markVariables(owner, "work", null),
      });
      opened.push(cells);
      return makeRunProcess({ containment: containment ?? processGroup, owner, clock, cells });
    };

    test("serves one program after the other, and never two at once", async () => {
      const run = open();
      const first = text(await run(whereami));
      expect(text(await run(whereami))).toBe(first);
      const both = await Promise.all([run(whereami), run(whereami)]);
      expect(new Set(both.map(text)).size).toBe(2);
    });

    test("is used only by a program that may follow another, and has no input", async () => {
      const run = open();
      const shared = text(await run(whereami));
      expect(text(await run({ ...whereami, role: "work" }))).not.toBe(shared);
      expect(text(await run(sh("cat; readlink /proc/self/ns/pid", { stdin: "said " })))).not.toContain(shared);
      expect(text(await run(whereami))).toBe(shared);
    });

    test("hands over arguments, variables and the folder as they are", async () => {
      const run = open();
      const word = fc
        .string({ unit: "binary", maxLength: 20 })
        .filter((one) => !one.includes("\0") && one.isWellFormed());
      const nasty = fc.constantFrom("$(id)", "`id`", "'", "a'b\\", "\n", "; exit 9", "--", "\u0081\u0088", "é\n'\"*");
      const words = fc.array(fc.oneof(word, nasty), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(words, fc.oneof(word, nasty), async (args, value) => {
          const script = 'printf "%s\\0" "$VALUE" "$PWD" "$@"';
          const cwd = makeFolder();
          const env = { PATH: process.env["PATH"] ?? "", VALUE: value };
          const end = await run(request(["sh", "-c", script, "sh", ...args], { cwd, env }));
          expect(text(end).split("\0").slice(0, -1)).toEqual([value, cwd, ...args]);
        }),
        { numRuns: times(15, 60) },
      );
    });

    test("gives a program the environment that is asked for and its mark, and nothing of an earlier one", async () => {
      const run = open();
      await run(request(["env"], { env: { EARLIER: "1" } }));
      const lines = text(await run(request(["/usr/bin/env"], { env: { ONLY: "this" } })))
        .trim()
        .split("\n");
      // Some shells export these by themselves.
      const own = lines.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).map((line) => line.split("=")[0]);
      expect(own.sort()).toEqual(["ONLY", "TUTTI_OWNER", "TUTTI_ROLE"]);
    });

    test("a program whose variables a shell would change runs by itself", async () => {
      const run = open();
      const odd = { PATH: process.env["PATH"] ?? "", OPTIND: "none", PWD: "elsewhere" };
      const by = async (more: Partial<ProcessRequest>): Promise<string> =>
        text(await run(sh("env | sort; readlink /proc/self/ns/pid", { env: odd, ...more })));
      const shared = text(await run(whereami));
      expect(await by({})).not.toContain(shared);
      expect((await by({})).replace(/pid:.*/, "")).toBe((await by({ stdin: "" })).replace(/pid:.*/, ""));
    });

    test("says how each program ended and what it printed on which stream", async () => {
      const run = open();
      expect(ended(await run(sh("echo out; echo err >&2; exit 7")))).toEqual([
        { kind: "exited", code: 7 },
        "out\n",
        "err\n",
        undefined,
      ]);
      expect((await run(sh("kill -9 $$"))).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
      expect(ended(await run(sh("true")))).toEqual([{ kind: "exited", code: 0 }, "", "", undefined]);
      expect(text(await run(sh("cat")))).toBe("");
      const large = await run(sh("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2"));
      expect([large.stdout.length, large.stderr.length]).toEqual([300_000, 200_000]);
    });

    test("a process that a program left running is dead before its end is reported", async () => {
      const run = open();
      const tag = makeTag();
      const first = await run(
        sh(
          `(setsid sleep 600 ${tag} &) ; (setsid sh -c 'trap "" TERM; sleep 601' ${tag} &) ; sleep 600 & readlink /proc/self/ns/pid`,
          {},
        ),
      );
      expect(livingWith(tag)).toEqual([]);
      expect([first.how, first.outlived]).toEqual([{ kind: "exited", code: 0 }, undefined]);
      expect(text(await run(whereami))).toBe(text(first));
      expect(text(await run(sh("ls /proc | grep -c '^[0-9]'")))).toMatch(/^[2-5]\n$/);
    });

    test("a program that is ended takes at most its cell along", async () => {
      const run = open();
      const endedOnceBegun = async (line: string): Promise<ProcessEnd> => {
        const [sign, cancel] = [join(makeFolder(), "sign"), new AbortController()];
        const end = run(
          sh(`echo begun; echo >'${sign}'; ${line}`, { limits: { cancel: cancel.signal, graceMs: 500 } }),
        );
        await untilExists(sign);
        cancel.abort();
        return end;
      };
      const polite = await endedOnceBegun("sleep 600");
      expect([polite.how, text(polite)]).toEqual([{ kind: "cancelled" }, "begun\n"]);
      const deaf = await endedOnceBegun("trap '' TERM; while :; do sleep 1; done");
      expect([deaf.how, deaf.outlived]).toEqual([{ kind: "cancelled" }, undefined]);
      const gone = await run(
        sh("kill -9 $(ps -o ppid= -p 1 2>/dev/null) 2>/dev/null; kill -9 -1; sleep 600", {
          limits: { timeoutMs: 20_000 },
        }),
      );
      expect(gone.how.kind).toBe("signalled");
      expect(ended(await run(sh("echo next")))).toEqual([{ kind: "exited", code: 0 }, "next\n", "", undefined]);
    });

    test("nothing of it lives once it is closed, and programs run by themselves then", async () => {
      const run = open();
      const inode = text(await run(whereami)).trim();
      await opened.at(-1)?.close();
      const living = (readProcesses() ?? []).map(({ pid }) => namespaceOf(pid));
      expect(living.filter((one) => one === inode)).toEqual([]);
      expect((await run(sh("exit 3"))).how).toEqual({ kind: "exited", code: 3 });
    });
  });

test("where programs are held by a group only, there is none", async () => {
  const cells = makeCells({ containment: processGroup, clock, env: {} });
  expect(await cells.start({ argv: ["true"], cwd: "/", env: {} })).toBeNull();
});
