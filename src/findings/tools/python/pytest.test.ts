import { expect, it } from "vitest";
import { pytest } from "./pytest.ts";

it("the tests are those of the code that lies where they are run, not of what is installed as a link to another checkout", () => {
  expect(pytest.env).toMatchObject({ PYTHONPATH: "src:." });
});
