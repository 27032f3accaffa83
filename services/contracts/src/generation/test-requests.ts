/** The provider that workers implement themselves. It runs what test accounts ask for, and nothing else. */
export const TEST_PROVIDER = 'test';
/** How long the files and texts of a finished test request are kept. */
export const TEST_KEPT_HOURS = 24;
