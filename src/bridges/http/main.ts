import { endedWith, runBridge } from "../bridge.ts";
import { failed } from "../event-line.ts";
import { driveModel } from "./loop.ts";
import { askRecursiveLight } from "./recursive-light.ts";

// The SDK's own remarks go to stdout, which is for event lines.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

await runBridge(async (run) => {
  const { to } = run.request;
  if (to.kind !== "http") return endedWith(failed("bridge_error", `this bridge drives no ${to.kind}`));
  return endedWith(await (to.api === "recursive-light" ? askRecursiveLight(run, to) : driveModel(run, to)));
});
