// `npm run docs`: writes what is made from the sources into the documents. Needs Node's own reading of TypeScript.
import { readFileSync, writeFileSync } from "node:fs";
import { withReference } from "../src/score/reference/page.ts";

const path = new URL("../docs/score.md", import.meta.url);
const page = withReference(readFileSync(path, "utf8"));
if (page === null) throw new Error("docs/score.md does not say where the reference goes");
writeFileSync(path, page);
