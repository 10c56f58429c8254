import { codex } from "../kit/real-agents.ts";
import { tellStories } from "./stories.ts";

tellStories(codex);
