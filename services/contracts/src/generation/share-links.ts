import { z } from 'zod';
import { empty, id, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { requestType } from './plans';
import { ofUser } from './requests';

/** 128 random bits in base64url. */
export const shareToken = z.string().regex(/^[\w-]{22}$/);

export const shareSettings = z.object({
  showsPrompt: z.boolean().describe('Whether those who have the link may read the prompt'),
  isIndexed: z.boolean().describe('Whether search engines may list the page'),
  expiresAt: timeInput.nullable().describe('Null for a link that does not expire'),
});
/** A link without a time does not expire. */
export const shareLinkBody = shareSettings.extend({
  expiresAt: shareSettings.shape.expiresAt.default(null),
});
export type ShareLinkBody = z.infer<typeof shareLinkBody>;
export type ShareSettings = z.infer<typeof shareSettings>;

export const shareLink = shareSettings.extend({ token: shareToken, createdAt: timestamp });
/** A link to the output of a request, which works without an account. */
export type ShareLink = z.infer<typeof shareLink>;

export const listedShareLink = shareLink
  .omit({ token: true })
  .extend({ requestId: id, type: requestType, prompt: z.string() });
/** A link in the list of everything with access to an account. */
export type ListedShareLink = z.infer<typeof listedShareLink>;
export const MAX_LISTED_SHARE_LINKS = 500;

export const sharedOutput = z.object({
  ownerId: id,
  /** The previous release sends null. */
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
/**
 * What everyone who has the link may see. The gateway uses the owner only to check whether the account is blocked, and must not show it.
 */
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
  /** Valid links, newest first, at most `MAX_LISTED_SHARE_LINKS`. */
  listShareLinks: call('generation.listShareLinks', {
    input: z.object({ userId: id }),
    output: z.object({ links: z.array(listedShareLink) }),
  }),
  /** `not_found` if the link does not exist, has expired or was revoked, or its request was deleted. */
  openShareLink: call('generation.openShareLink', { input: z.object({ token: shareToken }), output: sharedOutput }),
};
