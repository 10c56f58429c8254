import { bench } from "./command.ts";
import { startup } from "./startup.ts";

process.exitCode = await bench(process.argv.slice(2), {
  parts: [startup],
  say: (line) => {
    console.log(line);
  },
});
