/** The settings of a project, at the top of its checkout. */
export const projectConfigName = "tutti.config.yaml";
