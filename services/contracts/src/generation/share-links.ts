import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { requestType } from './plans';
import { ofUser } from './requests';

/** 128 random bits in base64url. */
export const shareToken = z.string().regex(/^[\w-]{22}$/);

const shareSettings = z.object({
  /** Whether those who have the link may read the prompt. */
  showsPrompt: z.boolean(),
  /** Whether search engines may list the page. */
  isIndexed: z.boolean(),
  /** Null for a link that does not expire. */
  expiresAt: timestamp.nullable(),
});
export type ShareSettings = z.infer<typeof shareSettings>;

export const shareLink = shareSettings.extend({ token: shareToken, createdAt: timestamp });
/** A link to the output of a request, which works without an account. */
export type ShareLink = z.infer<typeof shareLink>;

export const sharedOutput = z.object({
  ownerId: id,
  /** Null from the release before. */
  requestId: id.nullable().default(null),
  type: requestType,
  /** Null if the owner does not show it. */
  prompt: z.string().nullable(),
  /** Seconds; null for a photo. */
  duration: z.number().nullable(),
  /** Storage keys, not links. */
  outputKey: z.string(),
  posterKey: z.string().nullable(),
  /** Null until they are made. The release before does not send them. */
  smallKey: z.string().nullable().default(null),
  animationKey: z.string().nullable().default(null),
  completedAt: timestamp,
  expiresAt: timestamp.nullable(),
  isIndexed: z.boolean(),
});
/** What those who have the link may see. The owner is for the check whether the account is blocked, and must not be shown. */
export type SharedOutput = z.infer<typeof sharedOutput>;

export const shareLinkCalls = {
  /** Null if there is none, or it has expired. `not_found` unless the request is in the user's library. */
  getShareLink: call('generation.getShareLink', {
    input: ofUser,
    output: z.object({ link: shareLink.nullable() }),
  }),
  /**
   * Creates the link of a finished request, or changes its settings; an expired link gets a new token. `not_found`; `conflict` while
   * there is no output; `validation_failed` for an expiry in the past.
   */
  putShareLink: call('generation.putShareLink', {
    input: ofUser.extend(shareSettings.shape),
    output: z.object({ link: shareLink }),
  }),
  /** Ends the link at once; a later one gets another token. Idempotent. `not_found` unless the request is in the user's library. */
  revokeShareLink: call('generation.revokeShareLink', { input: ofUser, output: empty }),
  /** `not_found` if the link does not exist, has expired or was revoked, or its request was deleted. */
  openShareLink: call('generation.openShareLink', { input: z.object({ token: shareToken }), output: sharedOutput }),
};
