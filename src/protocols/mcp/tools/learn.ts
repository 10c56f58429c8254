import { randomUUID } from "node:crypto";
import { z } from "zod";
import { tool } from "../tool.ts";

const name = z.string().min(1).max(200).optional();

/** A client of this protocol is an agent, so a person has to accept its note first. */
export const proposePattern = tool({
  name: "tutti_propose_pattern",
  title: "Propose a note for prompts",
  description:
    "Proposes a short note for prompts of later sheets: what was done, and when it applies; a few lines. It is used only after a person accepts it (tutti learn accept), and kept only if a controlled comparison shows that it helps.",
  params: {
    text: z.string().min(1).max(20_000).describe("The note, at most four lines."),
    work: name.describe("The kind of work that it applies to, such as testing or fix/eslint. Default: all."),
    agent: name.describe("The agent that it is for. Default: all."),
  },
  kind: "act",
  async run(desk, { text, work = null, agent = null }) {
    const key = randomUUID();
    const { id, text: kept } = await desk.door.play((tutti) =>
      tutti.call("learn.add", { text, work, agent, by: "agent", key }),
    );
    return { pattern: id, text: kept, status: "proposed", next: `a person accepts it with: tutti learn accept ${id}` };
  },
});
