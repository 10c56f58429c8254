import { z } from "zod";
import { usualLevel } from "../../plan/isolation.ts";
import { isolationLevels } from "../../plan/levels.ts";
import { meaning, oneOf, shortForm, strict } from "../../source/shape.ts";
import { borrow, branch } from "../fields.ts";

const level = z.enum(isolationLevels);

/** Nothing is filled in here, so a folder with such a name would be made. */
const folder = meaning((written) => {
  if (written.trim() === "" || /\p{Cc}/u.test(written)) return { kind: "wrong", why: "is not the path of a folder" };
  if (written.startsWith("~")) return { kind: "wrong", why: "~ means nothing here; write the whole path" };
  if (/\{[{%]/.test(written)) return { kind: "wrong", why: "can't hold a template: it is the same for all sheets" };
  return { kind: "means", value: written };
}).meta({ pattern: String.raw`^(?!~)[^\n]*\S[^\n]*$` });

const clone = strict({
  objects: z
    .enum(["shared", "copy"])
    .default("shared")
    .meta({
      description:
        "`shared`: a clone borrows the objects of Tutti's store. `copy`: it has its own, and needs the room for them.",
      examples: ["copy"],
    }),
});

export const isolationSection = strict(
  {
    enabled: z
      .boolean()
      .default(true)
      .meta({ description: "`false` is the same as `mode: none` and overrides the other keys.", examples: [false] }),
    mode: level.default(usualLevel).meta({
      description: "How far contexts stand apart from the repository; see docs/isolation.md.",
      examples: ["worktree"],
    }),
    per: z
      .enum(["sheet", "job"])
      .default("sheet")
      .meta({
        description: "`job`: the sheets share one context and are played one after the other.",
        examples: ["job"],
      }),
    worktree_base: folder.optional().meta({
      description: "The folder that contexts are made in, relative to the score; not one of the repository itself.",
      otherwise: "a folder in Tutti's home",
      examples: ["../contexts"],
    }),
    branch_prefix: branch.optional().meta({
      description: "Prefix of the branches of contexts.",
      otherwise: "the name of the branch to land on",
      examples: ["quality"],
    }),
    source_branch: branch.optional().meta({
      description: "The branch that contexts start from.",
      otherwise: "the branch to land on",
      examples: ["main"],
    }),
    clone: clone.default({ objects: "shared" }).meta({
      description: "How clones are made (`mode: branch`, `clone` and `full`).",
      examples: [{ objects: "copy" }],
    }),
    cleanup_on_success: z
      .boolean()
      .default(true)
      .meta({ description: "Remove a context once its sheet is done and its work is captured.", examples: [false] }),
    cleanup_on_failure: z
      .boolean()
      .default(false)
      .meta({ description: "Also remove that of a sheet that failed, once its work is captured.", examples: [true] }),
    lock_during_execution: z
      .boolean()
      .default(true)
      .meta({
        description: "Lock a context while it is worked in, so that other programs leave it alone.",
        examples: [false],
      }),
    fallback_on_error: z
      .boolean()
      .default(false)
      .meta({
        description:
          "In a folder that is in no git repository, play in place and land nothing; else the job is refused. A context that can't be made always fails its sheet.",
        examples: [true],
      }),
    snapshot_minutes: z
      .number()
      .min(0)
      .max(1_440)
      .default(2)
      .meta({
        description: "How often a context is captured while its agent runs; 0: only when it has ended.",
        examples: [0.5],
      }),
    borrow: borrow.default([]).meta({
      description:
        "More folders of your checkout that programs in a context need, such as `generated`. Installed packages (`node_modules`, `.venv`, `target`, …) are found by themselves. They are private copies by overlay; where overlays can't be mounted, links to your own folders.",
      examples: [["node_modules"]],
    }),
  },
  { level: "here it is mode", objects: "here it is clone: { objects: … }" },
);

export type WrittenIsolation = z.infer<typeof isolationSection>;

const wholeOf = (mode: z.infer<typeof level>): WrittenIsolation => isolationSection.parse({ mode });
const bareLevel = level.transform(wholeOf);

/** The section, or only its level. */
export const isolation: z.ZodType<WrittenIsolation> = oneOf<WrittenIsolation>(
  (value) => (typeof value === "string" ? bareLevel : isolationSection),
  [level, isolationSection],
  shortForm("mode"),
);

export const usualIsolation: WrittenIsolation = wholeOf("clone");
