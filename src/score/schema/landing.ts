import { z } from "zod";
import { oneOf, shortForm, strict } from "../source/shape.ts";
import { duration, remote, textList, untemplated } from "./fields.ts";
import { gates } from "./gate.ts";
import { pullRequest } from "./pull-request.ts";

const mode = z.enum(["auto", "approve"]);

const batch = strict({
  max: z
    .int()
    .min(1)
    .max(256)
    .optional()
    .meta({ description: "How many results one run of the gates may cover.", default: 16, examples: [32] }),
  window: z
    .int()
    .min(1)
    .max(256)
    .optional()
    .meta({
      description: "How many it covers at first; what lands together is added, each failure halves it.",
      otherwise: "`4`, or `max` if that is less",
      examples: [8],
    }),
  parallel: z
    .int()
    .min(1)
    .max(32)
    .optional()
    .meta({
      description: "How many runs of the gates are under way at once, on trees that build on each other.",
      default: 3,
      examples: [4],
    }),
  wait: duration(0)
    .optional()
    .meta({ description: "How long a run that could begin waits for more results.", default: 0, examples: ["10s"] }),
});
export type WrittenBatch = z.infer<typeof batch>;

const mergeMode = z.enum(["text", "certified", "proven"]);

const mergeSection = strict({
  mode: mergeMode.default("proven").meta({
    description:
      "Where git finds a conflict. `text`: it stays one. `certified`: merges in which no side touches what the other changed. `proven`: every merge that keeps what both wrote, if the validations of both sides pass on it.",
    examples: ["certified"],
  }),
  budget: z
    .int()
    .min(1)
    .max(64)
    .default(8)
    .meta({
      description: "How many merges are tested for one result before it goes back to its agent.",
      examples: [16],
    }),
  generated: z
    .array(
      strict({
        paths: textList.optional().meta({
          description: "Globs of files that the command makes from other files.",
          otherwise: "those that `.gitattributes` calls `linguist-generated`",
          examples: [["docs/cli.md"]],
        }),
        run: untemplated("can't hold a template: the file is made from what several sheets did together").meta({
          description: "Run in a folder with the merged tree; what it makes of a conflicting file is the merge.",
          examples: ["npm run docs"],
        }),
      }),
    )
    .default([])
    .meta({
      description: "Files that a command makes again where they conflict. Lock files are made by their own tools.",
      examples: [[{ paths: ["docs/cli.md"], run: "npm run docs" }]],
    }),
});
export type WrittenMerge = z.infer<typeof mergeSection>;

const bareMerge = mergeMode.transform((written): WrittenMerge => ({ ...mergeSection.parse({}), mode: written }));
const merge = oneOf<WrittenMerge>(
  (value) => (typeof value === "string" ? bareMerge : mergeSection),
  [mergeMode, mergeSection],
  shortForm("mode"),
);

const onOff = z.boolean();
const push = oneOf<string | boolean>((value) => (typeof value === "boolean" ? onOff : remote), [onOff, remote]);

const always = z.literal("always");

export const landingSection = strict(
  {
    mode: mode.default("auto").meta({
      description: "`auto`: a result lands when its validations pass. `approve`: it then waits for a person.",
      examples: ["approve"],
    }),
    strategy: z
      .enum(["squash", "merge", "rebase"])
      .default("squash")
      .meta({
        description:
          "`squash`: one commit for a sheet. `merge`: the agent's commits, and one that joins them. `rebase`: the agent's commits on top of the target.",
        examples: ["rebase"],
      }),
    revalidate: oneOf<boolean | "always">((value) => (value === "always" ? always : onOff), [onOff, always])
      .default(true)
      .meta({
        description:
          "Run validations again on the merged tree when the target moved. `true`: where others keep moving it during validations, results land as `merged-not-revalidated` after three tries. `always`: they wait. `false`: never.",
        examples: [false, "always"],
      }),
    promises: z
      .enum(["job", "target", "none"])
      .optional()
      .meta({
        description:
          "Validations of sheets that landed since the result's base must hold on the merged tree too: those of this `job`, or of every job on this `target`. `none`: no others.",
        otherwise: "`job`, or `none` with `revalidate: false`",
        examples: ["target"],
      }),
    collisions: z
      .enum(["show", "tell", "wait"])
      .optional()
      .meta({
        description:
          "What is done when work of two sheets that still run changes the same places, as their snapshots show. `show`: status and explain say so. `tell`: their agents are told too, at once where they take words, else before their next attempt. `wait`: the sheet that started later stops, and continues on top of the other once that has landed.",
        otherwise: "`tell`",
        examples: ["wait"],
      }),
    merge: merge.optional().meta({
      description: "What is done where git finds a conflict: a mode, or a map with more about it.",
      otherwise: "`proven`",
      examples: ["text", { mode: "proven", budget: 16 }],
    }),
    gates: gates.default([]).meta({
      description: "Commands that merged trees must pass, in this order, besides those that the target itself names.",
      examples: [[{ name: "tests", run: "npm ci && npm test" }]],
    }),
    tests: z
      .enum(["full", "quick", "final", "none"])
      .default("full")
      .meta({
        description:
          "`full`: every gate before anything lands. `quick`: in their quick form. `final`: once, when all of the job has landed. `none`: no gates.",
        examples: ["quick"],
      }),
    batch: batch.default({}).meta({
      description: "How many results the gates judge together, and how far ahead.",
      examples: [{ max: 32, wait: "10s" }],
    }),
    protected: textList.default([]).meta({
      description: "Globs: a result that changes such a path lands only when a person says so.",
      examples: [[".github/**", "LICENSE"]],
    }),
    sign: z
      .boolean()
      .default(false)
      .meta({ description: "Sign commits and receipts, with the key that your git is set up for.", examples: [true] }),
    push: push.default(false).meta({
      description:
        "Push the target when something landed: to a remote by its name; `true`: to the one that the target follows, else `origin`.",
      examples: [true, "upstream"],
    }),
    pull_request: pullRequest.default(false).meta({
      description: "Open a pull request for each sheet instead of landing it: `true`, or a map with more about it.",
      examples: [true, { draft: true, labels: ["tutti"] }],
    }),
  },
  {
    ...Object.fromEntries(["squash", "rebase"].map((strategy) => [strategy, `here it is strategy: ${strategy}`])),
    approve: "here it is mode: approve",
    pr: "here it is pull_request",
    test: "here it is tests, or a list of gates",
    remote: "here it is push, or pull_request: { remote: … }",
    message: "here it is commit, beside landing or in a sheet",
    target: "target stands beside landing",
  },
).superRefine((value, context) => {
  if (value.push === false || value.pull_request === false) return;
  const message = "give either push or pull_request: with a pull request nothing lands here that could be pushed";
  context.issues.push({ code: "custom", message, path: ["pull_request"], input: value });
});

export type WrittenLanding = z.infer<typeof landingSection>;
export const usualLanding: WrittenLanding = landingSection.parse({});

const bareMode = mode.transform((written): WrittenLanding => ({ ...usualLanding, mode: written }));

/** How results land: a mode, or a map with more about it. */
export const landing = oneOf<WrittenLanding>(
  (value) => (typeof value === "string" ? bareMode : landingSection),
  [mode, landingSection],
  shortForm("mode"),
);
