import { bench } from "./command.ts";
import { conductor } from "./conductor.ts";
import { context } from "./context.ts";
import { dashboard } from "./dashboard.ts";
import { endToEnd } from "./end-to-end.ts";
import { engine, engineWord } from "./engine.ts";
import { fix } from "./fix.ts";
import { gates } from "./gates.ts";
import { growth } from "./growth.ts";
import { landing } from "./landing.ts";
import type { Order } from "./engine/order.ts";
import { workWithTutti } from "./engine/tutti.ts";
import { managed } from "./managed.ts";
import { merges } from "./merges.ts";
import { ready } from "./ready.ts";
import { recovery } from "./recovery.ts";
import { onceWord, score } from "./score.ts";
import { measureOnce } from "./score/once.ts";
import { routing } from "./routing.ts";
import { sandbox } from "./sandbox.ts";
import { startup } from "./startup.ts";
import { top } from "./top.ts";

const [word, how, path] = process.argv.slice(2);
// A part that needs fresh processes starts this program again.
if (word === onceWord && (how === "tutti" || how === "yaml") && path !== undefined) {
  process.stdout.write(JSON.stringify(measureOnce(how, path)));
} else if (word === engineWord && how !== undefined) {
  process.stdout.write(JSON.stringify(await workWithTutti(JSON.parse(how) as Order)));
} else {
  process.exitCode = await bench(process.argv.slice(2), {
    parts: [
      sandbox,
      startup,
      score,
      context,
      ready,
      engine,
      recovery,
      conductor,
      landing,
      gates,
      fix,
      endToEnd,
      growth,
      top,
      dashboard,
      managed,
      merges,
      routing,
    ],
    say: (line) => {
      console.log(line);
    },
  });
}
