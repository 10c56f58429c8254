import { bench } from "./command.ts";
import { context } from "./context.ts";
import { onceWord, score } from "./score.ts";
import { measureOnce } from "./score/once.ts";
import { startup } from "./startup.ts";

const [word, how, path] = process.argv.slice(2);
// A part that needs fresh processes starts this program again.
if (word === onceWord && (how === "tutti" || how === "yaml") && path !== undefined) {
  process.stdout.write(JSON.stringify(measureOnce(how, path)));
} else {
  process.exitCode = await bench(process.argv.slice(2), {
    parts: [startup, score, context],
    say: (line) => {
      console.log(line);
    },
  });
}
