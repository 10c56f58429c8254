import { gemini, overAcp } from "../kit/real-agents.ts";
import { tellOfKey, tellOfLanding, tellStories } from "./stories.ts";

tellStories(gemini);
tellOfKey(gemini);
// Without a model by name, it asks one first which to take.
tellOfLanding(overAcp(gemini, ["-m", "gemini-2.5-pro"]), ["one", "two"]);
