/** The queue of pg-boss that sheets wait in for a worker. */
export const queueName = "tutti-sheets";
