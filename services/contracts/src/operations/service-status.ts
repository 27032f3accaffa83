import { z } from 'zod';
import { operatorReason, reasonBody } from '../auth/audit-log';
import { REASON_REQUIRED } from '../auth/limits';
import { TOO_LONG } from '../messages/input-limits';
import { empty, id, optional, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { BANNER_REQUIRED, MAX_BANNER_CHARACTERS } from './limits';

/** How far ahead a banner may end, so that a forgotten one disappears. */
export const MAX_BANNER_DAYS = 30;
export const INVALID_BANNER_END = `A banner must end in the future, within ${MAX_BANNER_DAYS} days`;

/** Seconds after which a client may ask again for a new job that was refused by the pause. */
export const PAUSED_RETRY_SECONDS = 120;

const banner = z.object({
  /** Plain text. */
  text: z.string(),
  until: timestamp,
});

/** The message that creators see. */
export const publicStatus = z.object({
  banner: banner.nullable(),
  newJobsPaused: z.boolean(),
  /** True if the wait of queued jobs is unknown, because jobs are paused. */
  isWaitUnknown: z.boolean(),
});
export type PublicStatus = z.infer<typeof publicStatus>;

const setBy = z.object({ reason: z.string(), adminId: id, since: timestamp });

export const serviceStatus = z.object({
  banner: banner.extend(setBy.shape).nullable(),
  /** Null while new jobs are accepted. */
  pause: setBy.nullable(),
});
/** The restrictions that are in force, for operators. */
export type ServiceStatus = z.infer<typeof serviceStatus>;

export const bannerBody = reasonBody.extend({
  text: z
    .string(BANNER_REQUIRED)
    .trim()
    .min(1, BANNER_REQUIRED)
    .max(MAX_BANNER_CHARACTERS, TOO_LONG)
    .describe('Plain text that creators see'),
  until: timeInput.describe('When the banner disappears'),
});
export type BannerBody = z.infer<typeof bannerBody>;

export const serviceStatusCalls = {
  /** At most a second old. */
  getPublicStatus: call('generation.getPublicStatus', { input: empty, output: publicStatus }),
  getServiceStatus: call('generation.getServiceStatus', { isForOperators: true, input: empty, output: serviceStatus }),
  /** Replaces the banner. `validation_failed` if it has ended already, or ends in more than 30 days. */
  setBanner: call('generation.setBanner', {
    input: bannerBody.extend({ adminId: id }),
    output: serviceStatus,
  }),
  /** Idempotent. */
  removeBanner: call('generation.removeBanner', { input: z.object({ adminId: id }), output: serviceStatus }),
  /**
   * While new jobs are paused, every new request and order of a video is `generation_paused`. Paid orders start, and jobs that
   * were accepted continue. Idempotent; a pause needs a reason.
   */
  setNewJobsPaused: call('generation.setNewJobsPaused', {
    input: z
      .object({ adminId: id, isPaused: z.boolean(), reason: optional(operatorReason) })
      .refine(({ isPaused, reason }) => !isPaused || reason, { message: REASON_REQUIRED, path: ['reason'] }),
    output: serviceStatus,
  }),
};
