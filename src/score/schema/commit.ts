import { z } from "zod";
import { strict } from "../source/shape.ts";
import { line, text } from "./fields.ts";

const trailerName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "a trailer's name is made of letters, digits and -")
  // git ignores case here, and so does the check of receipts.
  .regex(/^(?![Tt][Uu][Tt][Tt][Ii]-)/, "trailers that begin with Tutti- are Tutti's own: they are part of the proof");

export const commit = strict(
  {
    type: line.optional().meta({
      description: "The type of a conventional commit.",
      otherwise: "told by the title or by what is changed",
      examples: ["fix"],
    }),
    scope: line.optional().meta({ description: "Its scope.", examples: ["parser"] }),
    summary: line.optional().meta({
      description: "The rest of the first line.",
      otherwise: "the sheet's title",
      examples: ["speed up {{ sheet }}"],
    }),
    body: text.optional().meta({
      description: "The text after the subject, of any length.",
      examples: ["Part {{ sheet_num }} of {{ total_sheets }}."],
    }),
    trailers: z
      .record(trailerName, line)
      .optional()
      .meta({
        description: "Lines of `name: value` at the end; a sheet's are added to the score's.",
        examples: [{ "Reviewed-by": "Ada <ada@example.com>" }],
      }),
    co_authors: z
      .array(line)
      .max(100)
      .optional()
      .meta({
        description: "`Name <address>` each, for `Co-authored-by`.",
        examples: [["Ada Lovelace <ada@example.com>"]],
      }),
  },
  {
    subject: "here it is summary",
    title: "here it is summary",
    message: "here it is summary and body",
    coauthors: "here it is co_authors",
    "co-authors": "here it is co_authors",
    author: "the author comes from git's configuration; others go into co_authors",
    sign: "here it is landing: { sign: true }",
  },
);

export type WrittenCommit = z.infer<typeof commit>;
