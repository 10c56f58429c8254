import type { ForgeKind } from "../../score/plan/landing-plan.ts";
import type { ForgeServer } from "../forge.ts";
import { gitea } from "./gitea.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";

export const servers: Readonly<Record<ForgeKind, ForgeServer>> = { github, gitlab, gitea };
