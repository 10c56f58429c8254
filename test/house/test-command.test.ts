import { describe, expect, it } from "vitest";
import { freshClone } from "./clone.ts";
import { runNode } from "./program.ts";
import { write } from "./tree.ts";

const passing = "console.log('quiet');\n";
const report = (counts: object) => `
const path = process.argv.find((arg) => arg.startsWith("--outputFile.json=")).slice(18);
require("node:fs").writeFileSync(path, ${JSON.stringify(JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, ...counts }))});
console.log("vitest got", process.argv.at(-1));
`;

interface Tools {
  readonly tsc?: string;
  readonly oxlint?: string;
  readonly vitest: string;
}

/** The commands of `npm test` once everything is installed and built, in a clone whose tools are these programs. */
async function testing(tools: Tools) {
  const { root } = freshClone({ "scripts/walls.mjs": passing });
  putTools(root, tools);
  const place = "{ root: process.cwd(), node: process.execPath, env: process.env, args: [] }";
  const text = `import { runTests } from "./scripts/test.mjs"; process.exitCode = await runTests(${place});`;
  const { code, stdout } = await runNode(["--input-type=module", "--eval", text], { cwd: root });
  return { code, stdout, last: stdout.trimEnd().split("\n").at(-1) };
}

function putTools(root: string, { tsc = passing, ...others }: Tools): void {
  write(root, "node_modules/typescript-native/bin/tsc", tsc);
  for (const [name, text] of Object.entries({ oxlint: passing, biome: passing, knip: passing, ...others }))
    write(root, `node_modules/.bin/${name}`, text);
}

describe("npm test", () => {
  it("tells each step, and ends with the counts alone", async () => {
    const { code, stdout, last } = await testing({ vitest: report({ numPassedTests: 12 }) });
    expect(code).toBe(0);
    expect(last).toBe("12 passed, 0 failed");
    expect(stdout.replaceAll(/\d+\.\d s/g, "T")).toMatch(
      /^ok +types +T\nvitest got .*\nok +page types +T\nok +script types +T\nok +lint +T\nok +format +T\nok +walls +T\nok +dead code +T\n/,
    );
  });

  it("installs and builds first, and hands its arguments to vitest", async () => {
    const { root, start, installs } = freshClone({ "scripts/walls.mjs": passing });
    await start(["build"]).end;
    putTools(root, { vitest: report({ numPassedTests: 1 }) });
    const { code, stdout } = await start(["test", "src/one.test.ts"]).end;
    expect([code, stdout]).toEqual([0, expect.stringContaining("vitest got src/one.test.ts") as string]);
    expect(installs()).toHaveLength(1);
  });

  it("tests nothing that does not compile, and shows why", async () => {
    const { code, stdout, last } = await testing({
      tsc: "console.log('no such type'); process.exitCode = 1;",
      vitest: report({ numPassedTests: 12 }),
    });
    expect({ code, last }).toEqual({ code: 1, last: "0 passed, 1 failed" });
    expect(stdout).toMatch(/FAILED types[^]*no such type/);
    expect(stdout).not.toContain("vitest got");
  });

  it("ends the tests at a check that fails beside them, and shows what it said", async () => {
    const endless = `${report({ numPassedTests: 12 })}setInterval(() => undefined, 1000);`;
    const { code, stdout, last } = await testing({
      oxlint: "console.log('no semicolon'); process.exitCode = 1;",
      vitest: endless,
    });
    expect({ code, last }).toEqual({ code: 1, last: "0 passed, 1 failed" });
    expect(stdout).toMatch(/FAILED lint[^]*no semicolon/);
  });

  it("fails with the number of failed tests", async () => {
    expect(
      await testing({ vitest: `${report({ numPassedTests: 3, numFailedTests: 2 })}process.exitCode = 1;` }),
    ).toMatchObject({
      code: 1,
      last: "3 passed, 2 failed",
    });
  });

  it("counts a run that failed without a failed test as one", async () => {
    expect(await testing({ vitest: `${report({ numPassedTests: 3 })}process.exitCode = 1;` })).toMatchObject({
      code: 1,
      last: "3 passed, 1 failed",
    });
    expect(await testing({ vitest: "process.exitCode = 1;" })).toMatchObject({ code: 1, last: "0 passed, 1 failed" });
  });

  it("does not hide skipped tests", async () => {
    expect((await testing({ vitest: report({ numPassedTests: 3, numPendingTests: 2 }) })).stdout).toContain(
      "\n2 skipped\n3 passed, 0 failed\n",
    );
  });
});
