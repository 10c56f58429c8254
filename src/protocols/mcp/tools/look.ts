import { z } from "zod";
import { clip } from "../../../base/text.ts";
import { aboutJob, job, repository, sheet, tool } from "../tool.ts";

const oneSheet = { job, sheet, repo: repository };
const longestText = 60_000;

export const logs = tool({
  name: "tutti_logs",
  title: "Read a sheet's output",
  description:
    "What a sheet's agent printed, or one of its validations; by default the end of the last attempt. `next` is where to read on.",
  params: {
    ...oneSheet,
    attempt: z.number().int().min(1).max(100_000).optional(),
    stream: z.enum(["stdout", "stderr", "prompt"]).default("stdout"),
    validation: z.number().int().min(1).max(100_000).optional().describe("Of this validation, counted from 1."),
    offset: z.number().int().default(-20_000).describe("Byte to begin at; below 0: counted from the end."),
    limit: z.number().int().min(1).max(longestText).default(20_000),
  },
  kind: "look",
  async run(desk, asked) {
    const { sheet: name, attempt, stream, validation, offset, limit } = asked;
    const piece = await desk.door.look((tutti) =>
      tutti.call("sheet.logs", {
        ...aboutJob(desk, asked),
        sheet: name,
        stream,
        offset,
        limit,
        ...(attempt === undefined ? {} : { attempt }),
        ...(validation === undefined ? {} : { validation }),
      }),
    );
    return piece ?? { text: null, why: "there is no output yet" };
  },
});

export const diff = tool({
  name: "tutti_diff",
  title: "Read a sheet's changes",
  description: "The changes that a sheet made, as a patch: landed, waiting, failed or kept.",
  params: { ...oneSheet, with_text: z.boolean().default(true).describe("false: only the list of files.") },
  kind: "look",
  async run(desk, asked) {
    const view = await desk.door.look((tutti) =>
      tutti.call("sheet.diff", { ...aboutJob(desk, asked), what: asked.sheet, withText: asked.with_text }),
    );
    const { text } = view;
    if (text === null || text.length <= longestText) return view;
    return { ...view, text: clip(text, longestText), left_out_characters: text.length - longestText };
  },
});

export const explain = tool({
  name: "tutti_explain",
  title: "Explain a sheet or a job",
  description:
    "Why a sheet is what it is, attempt by attempt, and what it waits for; without a sheet: why the job is where it is, and what to do next.",
  params: { job, sheet: sheet.optional(), repo: repository },
  kind: "look",
  async run(desk, asked) {
    const which = aboutJob(desk, asked);
    const name = asked.sheet;
    const found = await desk.door.look<object | null>((tutti) =>
      name === undefined ? tutti.call("job.diagnose", which) : tutti.call("job.explain", { ...which, sheet: name }),
    );
    return found ?? { job: null };
  },
});

export const landings = tool({
  name: "tutti_landings",
  title: "Prove what landed",
  description: "Proves each landing of a job against git: which commit it is, and whether it is still on its branch.",
  params: { job, repo: repository },
  kind: "look",
  run: (desk, asked) => desk.door.look((tutti) => tutti.call("landing.verify", aboutJob(desk, asked))),
});

const mostContexts = 200;

export const contexts = tool({
  name: "tutti_contexts",
  title: "List contexts",
  description: "The folders that agents work or worked in, with their job and sheet.",
  params: { repo: repository },
  kind: "look",
  async run(desk, asked) {
    const list = await desk.door.look((tutti) => tutti.call("context.list", { folder: aboutJob(desk, asked).folder }));
    const more = list.contexts.length - mostContexts;
    return { contexts: list.contexts.slice(0, mostContexts), ...(more > 0 ? { more_contexts: more } : {}) };
  },
});
