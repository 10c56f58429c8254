import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { scoreJsonSchema } from "../../score/schema/editor/json-schema.ts";
import type { Desk } from "./tool.ts";

/** The pages that come with the package. */
const docs = join(import.meta.dirname, "../../../docs");

/** What a client may read besides calling tools: the schema of scores, the documentation, jobs. */
export function addResources(server: McpServer, { door }: Desk): void {
  const json = "application/json";
  const markdown = "text/markdown";
  server.registerResource(
    "score-schema",
    "tutti://schema/score",
    { title: "JSON Schema of scores", mimeType: json },
    (uri) => textAt(uri, json, JSON.stringify(scoreJsonSchema())),
  );
  for (const file of readdirSync(docs).filter((name) => name.endsWith(".md")))
    server.registerResource(
      `docs-${file.slice(0, -3)}`,
      `tutti://docs/${file.slice(0, -3)}`,
      { title: `Documentation: ${file.slice(0, -3)}`, mimeType: markdown },
      (uri) => textAt(uri, markdown, readFileSync(join(docs, file), "utf8")),
    );
  server.registerResource("jobs", "tutti://jobs", { title: "All jobs", mimeType: json }, async (uri) =>
    textAt(uri, json, JSON.stringify(await door.look((tutti) => tutti.call("job.list", {})))),
  );
  server.registerResource(
    "job",
    new ResourceTemplate("tutti://jobs/{job}", { list: undefined }),
    { title: "One job with its sheets", mimeType: json },
    async (uri, { job }) =>
      textAt(
        uri,
        json,
        JSON.stringify(await door.look((tutti) => tutti.call("job.status", { job: String(job), folder: door.folder }))),
      ),
  );
}

function textAt(
  uri: URL,
  mimeType: string,
  text: string,
): { contents: { uri: string; mimeType: string; text: string }[] } {
  return { contents: [{ uri: uri.href, mimeType, text }] };
}
