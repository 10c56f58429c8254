import { z } from "zod";
import { forgeKinds } from "../plan/landing-plan.ts";
import { oneOf, strict } from "../source/shape.ts";
import { line, remote, text } from "./fields.ts";

const section = strict(
  {
    remote: remote
      .default("origin")
      .meta({ description: "The remote that branches are pushed to.", examples: ["fork"] }),
    upstream: remote.optional().meta({
      description: "The remote that the pull request is opened at, where `remote` is a fork of it.",
      otherwise: "`remote`",
      examples: ["upstream"],
    }),
    forge: z
      .enum(forgeKinds)
      .optional()
      .meta({ description: "The kind of server.", otherwise: "told by the remote's address", examples: ["gitlab"] }),
    draft: z
      .boolean()
      .default(false)
      .meta({ description: "Open it as a draft.", examples: [true] }),
    labels: z
      .array(line)
      .max(100)
      .default([])
      .meta({ description: "Labels to give it.", examples: [["tutti"]] }),
    title: line.optional().meta({
      description: "Its title: a template, cut at 72 letters.",
      otherwise: "the agent's words, or the commit's subject",
      examples: ["{{ title }}"],
    }),
    body: text.optional().meta({
      description: "Its text: a template, which may also name `agent`, and `summary`: the agent's last words.",
      otherwise: "the agent's words, or the commit's body",
      examples: ["{{ summary }}"],
    }),
    for_failed: z
      .boolean()
      .default(false)
      .meta({ description: "Also for sheets that failed, as a draft.", examples: [true] }),
  },
  { base: "here it is target, beside landing", branch: "here it is isolation.branch_prefix" },
);

export type WrittenPullRequest = z.infer<typeof section>;
export const usualPullRequest: WrittenPullRequest = section.parse({});

const onOff = z.boolean();
const bare = onOff.transform((isOn): WrittenPullRequest | false => (isOn ? usualPullRequest : false));

/** `true`: one with all as usual. */
export const pullRequest = oneOf<WrittenPullRequest | false>(
  (value) => (typeof value === "boolean" ? bare : section),
  [onOff, section],
  { print: (_, written) => (typeof written === "object" && Object.keys(written ?? {}).length === 0 ? true : written) },
);
