import { numberIn } from "./number-in.ts";

/** A place in a file that a trace or a message names. */
export interface TextPlace {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** What stands further down in a trace is not where somebody would begin. */
const maxLines = 200;
const maxLength = 2_000;

// A place begins behind a character that it can't hold, so no character is the beginning of two.
const coloned = /(?:^|[\s(@"'])([A-Za-z]:[\\/][^\s:()@"']+|[^\s:()@"']+\.\w{1,10}):(\d{1,9})(?::(\d{1,9}))?(?!\d)/;
const python = /File "([^"]+)", line (\d{1,9})/;
/** Files of somebody else's, through which a trace leads. */
const foreign = /(?:^|[\\/])(?:node_modules|site-packages|dist-packages)[\\/]|^(?:node:|internal\/|<)/;

/** The places that a text names in files of the project, in its order, one for each line of it. */
export function placesIn(text: string): readonly TextPlace[] {
  return text
    .split("\n", maxLines)
    .map((line) => line.slice(0, maxLength).replaceAll("file://", ""))
    .flatMap((line): readonly TextPlace[] => {
      const [, file, number, column] = python.exec(line) ?? coloned.exec(line) ?? [];
      return file === undefined || foreign.test(file)
        ? []
        : [{ file, line: numberIn(number), column: numberIn(column) }];
    });
}
