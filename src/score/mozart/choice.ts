import type { MozartScore } from "./schema.ts";

/** Who plays, and as which model; the name may be one that the score gives under `instruments`. */
export interface AgentChoice {
  readonly instrument: string;
  readonly model: string | null;
}

/** Who plays where nothing else is said. */
export function mainChoice(score: MozartScore): AgentChoice {
  const instrument = score.instrument ?? score.backend.type;
  return { instrument, model: aliasOf(score, instrument)?.config?.model ?? score.instrument_config?.model ?? null };
}

/** In seconds. */
export function mainTimeout(score: MozartScore): number {
  const { config } = aliasOf(score, mainChoice(score).instrument) ?? {};
  return config?.timeout_seconds ?? score.instrument_config?.timeout_seconds ?? score.backend.timeout_seconds;
}

/** Who plays a stage when that is not who plays the others: the word nearest to the stage goes first. */
export function choiceFor(score: MozartScore, stage: number): AgentChoice | null {
  const main = mainChoice(score);
  const instrument = instrumentFor(score, stage);
  const override = score.backend.sheet_overrides[stage];
  const model =
    score.sheet.per_sheet_instrument_config[stage]?.model ??
    override?.cli_model ??
    override?.model ??
    aliasOf(score, instrument)?.config?.model ??
    score.movements[stage]?.instrument_config?.model ??
    // Models are one program's own: what the score says of its own agent says nothing about another.
    (instrument === main.instrument ? main.model : null);
  return instrument === main.instrument && model === main.model ? null : { instrument, model };
}

/** In seconds; `undefined`: what holds for the others. */
export function timeoutFor(score: MozartScore, stage: number): number | undefined {
  const { backend, sheet, movements } = score;
  const timeout =
    backend.timeout_overrides[stage] ??
    backend.sheet_overrides[stage]?.timeout_seconds ??
    sheet.per_sheet_instrument_config[stage]?.timeout_seconds ??
    aliasOf(score, instrumentFor(score, stage))?.config?.timeout_seconds ??
    movements[stage]?.instrument_config?.timeout_seconds;
  return timeout === mainTimeout(score) ? undefined : timeout;
}

export function aliasOf({ instruments }: MozartScore, name: string): MozartScore["instruments"][string] | undefined {
  return Object.hasOwn(instruments, name) ? instruments[name] : undefined;
}

function instrumentFor(score: MozartScore, stage: number): string {
  const { sheet, movements } = score;
  const mapped = Object.entries(sheet.instrument_map).find(([, stages]) => stages.includes(stage))?.[0];
  return sheet.per_sheet_instruments[stage] ?? mapped ?? movements[stage]?.instrument ?? mainChoice(score).instrument;
}
