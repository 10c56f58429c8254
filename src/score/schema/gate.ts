import { z } from "zod";
import { strict } from "../source/shape.ts";
import { borrow, duration, line, textList, untemplated } from "./fields.ts";

/** A gate is the target's, not a sheet's, and its verdict on a tree has to be one verdict. */
const plainCommand = untemplated(
  "can't hold a template: a gate judges what several sheets did together; if the braces are meant, put the line into a script",
);

export const gate = strict(
  {
    name: line.meta({ description: "Its name in receipts and messages.", examples: ["tests"] }),
    run: plainCommand.meta({
      description: "A command that exits 0 on a good tree: a line for the shell, or a list of program and arguments.",
      examples: ["npm test"],
    }),
    quick: plainCommand.optional().meta({
      description:
        "The same for what a change affects only, for `tests: quick`; it finds the changed paths in the file `$TUTTI_CHANGED`.",
      otherwise: "`run`",
      examples: ['./ci/affected.sh "$TUTTI_CHANGED"'],
    }),
    timeout: duration(1)
      .optional()
      .meta({ description: "A gate that takes longer fails.", default: "10m", examples: ["20m"] }),
    files: textList.default([]).meta({
      description: "Globs: what else the gate is made of. A sheet that changes it is said to have edited its own gate.",
      examples: [["package.json", "ci/**"]],
    }),
    borrow: borrow.default([]).meta({
      description:
        "Folders of your checkout, such as `node_modules`, that it finds above its own, or in it where they lie deeper (`web/node_modules`). They are yours: what is written there stays.",
      examples: [["node_modules"]],
    }),
  },
  {
    command: "here it is run",
    retries: "a gate that fails is run once more by itself; one that then passes is reported as flaky",
    cwd: "gates run at the root of the tree; begin the line with cd",
    when: "a gate judges every tree; a validation has when",
  },
);

export type WrittenGate = z.infer<typeof gate>;

export const gates = z.array(gate).superRefine((written, context) => {
  const names = new Set<string>();
  for (const [index, { name }] of written.entries()) {
    if (names.has(name))
      context.issues.push({
        code: "custom",
        message: `there is another gate ${JSON.stringify(name)}`,
        path: [index, "name"],
        input: name,
      });
    names.add(name);
  }
});
