/** Jobs of a provider, a plan or an error kind fail too often if at least so many, and this share, failed in five minutes. */
export const FAILING_JOBS = { least: 5, share: 0.25 } as const;

/** Characters of the banner that creators see. */
export const MAX_BANNER_CHARACTERS = 300;
export const BANNER_REQUIRED = 'Please enter a text';

/** What operators may set. */
export const TRAFFIC_LIMITS = {
  requestPercent: { min: 1, max: 10_000 },
  tasksPerUser: { min: 1, max: 10_000 },
  improvementsPerDay: { min: 0, max: 10_000 },
} as const;
