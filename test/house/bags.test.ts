import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { repository } from "./tree.ts";

/** The loops' port has a second implementation, in memory. */
const ports = new Set(["src/conductor/hands.ts Hands"]);
const mostFields = 8;

interface Bag {
  readonly name: string;
  readonly file: string;
  readonly own: readonly string[];
  readonly bases: readonly string[];
}

it("a parameter object has at most eight fields, including inherited ones", () => {
  const bags = globSync("src/**/*.ts", { cwd: repository })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap(bagsIn);
  const named = Map.groupBy(bags, ({ name }) => name);
  const tooMany = bags
    .filter(({ name, file }) => /(?:Parts|Hands|Request|Place|Order)$/.test(name) && !ports.has(`${file} ${name}`))
    .map((bag) => ({ bag, fields: fieldsOf(bag, named) }))
    .filter(({ fields }) => fields.size > mostFields);
  expect(bags.length).toBeGreaterThan(500);
  expect(tooMany.map(({ bag, fields }) => `${bag.file} ${bag.name}: ${[...fields].join(", ")}`)).toEqual([]);
});

function bagsIn(file: string): readonly Bag[] {
  const source = ts.createSourceFile(file, readFileSync(join(repository, file), "utf8"), ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isInterfaceDeclaration).map((node) => ({
    name: node.name.text,
    file,
    own: node.members.map((member) => member.name?.getText(source) ?? "()"),
    bases: (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText(source))),
  }));
}

function fieldsOf(bag: Bag, named: ReadonlyMap<string, readonly Bag[]>): ReadonlySet<string> {
  const fields = new Set(bag.own);
  for (const base of bag.bases) {
    const [, how = "", name = ""] = /^(?:(Omit|Pick)<)?(\w+)/.exec(base) ?? [];
    const words = [...base.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word);
    const known = named.get(name) ?? [];
    const meant = known.find(({ file }) => file === bag.file) ?? known[0];
    const inherited = how === "Pick" || meant === undefined ? words : [...fieldsOf(meant, named)];
    for (const field of inherited) if (how !== "Omit" || !words.includes(field)) fields.add(field);
  }
  return fields;
}
