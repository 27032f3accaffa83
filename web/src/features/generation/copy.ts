/** Delay of the message after completion. */
export const READY_MESSAGE_MS = 1000;
