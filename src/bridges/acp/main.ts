import { endedWith, runBridge } from "../bridge.ts";
import { failed } from "../event-line.ts";
import { driveAgent } from "./drive.ts";

await runBridge(async (run) => {
  const { to } = run.request;
  return to.kind === "acp"
    ? driveAgent(run, to)
    : endedWith(failed("bridge_error", `this bridge drives no ${to.kind}`));
});
