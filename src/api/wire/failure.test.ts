import { expect, it } from "vitest";
import { failed } from "./failure.ts";

it("a conductor whose files were replaced says so, and how to go on", () => {
  const own = Object.assign(new Error("Cannot find module"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(failed(1, own).error).toMatchObject({
    message: expect.stringContaining("was updated") as string,
    data: {
      code: "conductor.replaced",
      audience: "environment",
      hint: expect.stringContaining("tutti restart") as string,
    },
  });
});
