/**
 * The longest that a claim waits for a job, milliseconds. It is shorter than a lease: if runners are cut off, their waiting claims end before
 * the leases of their jobs do, so that none of these is given to a claim that nobody waits for any more.
 */
export const CLAIM_WAIT_MS = 25_000;
/** A runner that has not renewed the lease of its job for so long has lost it. */
export const RUNNER_LEASE_SECONDS = 30;
/** The largest output that a runner may deliver. Workers refuse larger ones from any provider. */
export const MAX_OUTPUT_BYTES = 500 * 1024 * 1024;
/** The largest part of an output, which the gateway streams to the storage. */
export const MAX_OUTPUT_PART_BYTES = 8 * 1024 * 1024;
export const MAX_RUNNER_SLOTS = 64;
/** Runners that one token may have at a time. */
export const MAX_RUNNERS_PER_TOKEN = 256;
/** Tokens of one instance that are not revoked. */
export const MAX_RUNNER_TOKENS = 20;
/** The largest number of a lease, which is a column of 32 bits. */
export const MAX_LEASE = 2 ** 31 - 1;
/** Input images of a job are numbered from 0 to this. */
export const MAX_FILE_INDEX = 64;
