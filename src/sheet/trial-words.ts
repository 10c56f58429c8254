/** Below the title of a commit that was made to be tried, so that it is known when it is met again. */
export const trialWords = "Made to be looked at; it is not what lands.";
