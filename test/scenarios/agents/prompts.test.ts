import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rests } from "../../kit/live.ts";
import { states } from "../conductor/story.ts";
import { codes, scoreOf, withSpeakers } from "./story.ts";

const profiles = {
  small: {},
  filed: { prompt: "file", prompt_args: ["--file", "{prompt_file}"] },
  argued: { prompt: "argument", prompt_args: ["--prompt", "{prompt}"] },
};
const odd = `"quoted" 'words', $HOME, \`date\`, ünïcödé, a \\ and a tab\t.`;

it.each(["small", "filed", "argued"])("%s gets the prompt as it is, byte for byte", async (agent) => {
  await withSpeakers(
    async (live, speakers) => {
      const prompt = `write b.txt b\n---\n${odd}\n\n  the end`;
      const job = await live.submit(scoreOf({ a: prompt }, { agent }));
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({ a: "landed" });
      expect(speakers.prompt("a", 1)).toBe(prompt);
    },
    { profiles },
  );
});

it("a prompt that is too long for an argument is not tried, and goes to an agent that can read it", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const prompt = `write b.txt b\n---\n${"x".repeat(121 * 1024)}`;
      const job = await live.submit(scoreOf({ a: prompt }, { agent: "argued", fallbacks: ["small"] }));
      await live.until(job, rests(1));

      expect(await live.status(job)).toMatchObject({ sheets: [{ state: "landed", agent: "small", attempts: 2 }] });
      expect(codes(await live.events(job))).toEqual(["E602", null]);
      expect(speakers.prompt("a", 2)).toContain(prompt);
      expect(() => speakers.prompt("a", 1)).toThrow();
    },
    { profiles },
  );
});

it("a prompt of 5 MB arrives on stdin byte for byte", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const part = Array.from({ length: 18_000 }, (_, line) => `line ${String(line)}: ${"é".repeat(20)}\n`).join("");
      const parts = ["1.md", "2.md", "3.md", "4.md", "5.md", "6.md"];
      for (const name of parts) writeFileSync(join(live.repository, name), part);
      const job = await live.submit(
        scoreOf({ a: { script: "write b.txt b\n---", prompt_extensions: parts.map((file) => ({ file })) } }),
      );
      await live.until(job, rests(1));

      const [sheet] = (await live.status(job)).sheets;
      const prompt = readFileSync(join(sheet?.logs ?? "", "prompt.md"), "utf8");
      expect(sheet?.state).toBe("landed");
      expect(Buffer.byteLength(prompt)).toBeGreaterThan(5_000_000);
      expect(prompt.split(part.trim()).length).toBe(7);
      expect(speakers.prompt("a", 1) === prompt).toBe(true);
    },
    { profiles },
  );
});
