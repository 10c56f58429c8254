import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf } from "../../base/error.ts";
import { makeFolder, run } from "../../../test/kit/processes.ts";
import { findContainment } from "./probe.ts";

test("a machine without any wrapper gets the process group, and is told why", async () => {
  const found = await findContainment({ choice: "auto", path: "/nonexistent", run });
  expect(found.kind).toBe("group");
  expect(found.passedOver).toEqual([
    { kind: "bwrap", why: "bwrap is not installed" },
    { kind: "unshare", why: "unshare is not installed" },
  ]);
});

test("a wrapper that is installed but does not work is passed over with its own words", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", {
    mode: 0o755,
  });
  const found = await findContainment({ choice: "auto", path: folder, run });
  expect(found.passedOver[0]).toEqual({ kind: "bwrap", why: "bwrap: setting up uid map: Permission denied" });
});

test("the first that works is taken", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const found = await findContainment({ choice: "auto", path: folder, run });
  expect(found.kind).toBe("bwrap");
  expect(found.wrap(["true"])[0]).toBe(join(folder, "bwrap"));
});

test("a containment chosen by name is never replaced by a weaker one", async () => {
  const error: unknown = await findContainment({ choice: "bwrap", path: "/nonexistent", run }).catch(
    (thrown: unknown) => thrown,
  );
  expect(codeOf(error)).toBe("containment.unavailable");
});
