import { opencode, overAcp } from "../kit/real-agents.ts";
import { tellOfLanding, tellStories } from "./stories.ts";

tellStories(opencode);
tellOfLanding(overAcp(opencode, []), ["one", "two"]);
