import { z } from 'zod';
import { operatorReason, reasonBody } from '../auth/audit-log';
import { takedownKind } from '../auth/content-reports';
import { languageInput } from '../auth/users';
import { empty, id, optional, timestamp } from '../messages/fields';
import { broadcast, call, event } from '../messages/message';
import { quarterInput } from '../messages/quarter-input';
import { storageKey } from './input-images';
import { requestType } from './plans';

export const takedownNotice = z.object({ kind: takedownKind, reason: z.string(), takenDownAt: timestamp });
/** Why a request’s files are hidden, as its owner reads it. */
export type TakedownNotice = z.infer<typeof takedownNotice>;

export const takedown = takedownNotice.extend({
  id,
  takenDownBy: id,
  /** Credits that the takedown returned to the owner. The previous release does not send them. */
  returnedCredits: z.int().default(0),
  /** All three are null while it is in force. */
  liftedAt: timestamp.nullable(),
  liftedBy: id.nullable(),
  liftReason: z.string().nullable(),
});
/** A takedown as operators see it. A request has at most one that is in force. */
export type Takedown = z.infer<typeof takedown>;

export const takedownCalls = {
  /** Returns which of the files, at most 500, are taken down. */
  listTakenDownFiles: call('generation.listTakenDownFiles', {
    input: z.object({ keys: z.array(z.string().max(1_024)).max(500) }),
    output: z.object({ keys: z.array(z.string()) }),
  }),
};

/** An account with this many takedowns within this many days is shown to operators, and raises an alert. Lifted ones do not count. */
export const REPEAT_TAKEDOWNS = 3;
export const REPEAT_TAKEDOWN_DAYS = 365;

export const repeatedTakedowns = z.object({ userId: id, takedowns: z.int(), latestAt: timestamp });
export type RepeatedTakedowns = z.infer<typeof repeatedTakedowns>;

export const takedownSettings = z.object({
  /**
   * Return the credits of requests that are taken down, except for the kinds without `mayReturnCredits`. False until operators change it.
   */
  returnsCredits: z.boolean(),
});
/** Operators' settings for takedowns. */
export type TakedownSettings = z.infer<typeof takedownSettings>;

export const takedownSettingsBody = z.object({
  returnsCredits: z
    .boolean()
    .describe('Return the credits of what is taken down, except for intimate imagery or child abuse'),
  reason: optional(operatorReason).describe('For a second operator, who approves that credits return'),
});
export const takedownBody = reasonBody.extend({
  kind: takedownKind.describe('The owner reads it, and the reason'),
});

const takedownCounts = z.object({ kind: takedownKind, takedowns: z.int(), lifts: z.int() });

export const takedownEditorCalls = {
  /** Accounts with `REPEAT_TAKEDOWNS` or more, at most 100, the latest takedown first. */
  listRepeatedTakedowns: call('generation.listRepeatedTakedowns', {
    isForOperators: true,
    input: empty,
    output: z.object({ accounts: z.array(repeatedTakedowns) }),
  }),
  /** Takedowns and lifts in a quarter. Kinds without any takedown ever are left out. */
  countTakedowns: call('generation.countTakedowns', {
    isForOperators: true,
    input: z.object({ quarter: quarterInput }),
    output: z.object({ kinds: z.array(takedownCounts) }),
  }),
  getTakedownSettings: call('generation.getTakedownSettings', { input: empty, output: takedownSettings }),
  /** For takedowns from now on. */
  changeTakedownSettings: call('generation.changeTakedownSettings', {
    input: takedownSettings.extend({ adminId: id, approvedBy: z.string().optional() }),
    output: takedownSettings,
  }),
  /**
   * Hides the files of a request everywhere. The owner reads the kind and the reason. The credits of the request
   * return if `returnsCredits` and operators have set so, once per request. `not_found`; `conflict` while the request is in
   * progress, after its erasure, and if it is taken down already.
   */
  takeDown: call('generation.takeDown', {
    input: takedownBody.extend({
      adminId: id,
      requestId: z.string(),
      /** True if the operator may return credits; the gateway has counted them. */
      returnsCredits: z.boolean(),
    }),
    output: empty,
  }),
  /**
   * Names a file of a request that is taken down, also of a deleted account: the output or, if there is none, its input. The audit log
   * records the access. `not_found` unless the request is taken down, and once its files are erased.
   */
  openTakenDownFile: call('generation.openTakenDownFile', {
    isForOperators: true,
    input: z.object({ adminId: id, requestId: z.string(), reason: operatorReason }),
    output: z.object({ key: storageKey }),
  }),
  /** Shows the files again. `not_found`; `conflict` unless the request is taken down. */
  liftTakedown: call('generation.liftTakedown', {
    input: z.object({ adminId: id, requestId: z.string(), reason: operatorReason }),
    output: empty,
  }),
};

const takedownMailing = z.object({
  /** Id of this takedown or lift, so that its owner is mailed once. */
  noticeId: id,
  requestId: id,
  type: requestType,
  /** Null for a guest. */
  ownerId: id.nullable(),
  /** Null for an account, and for a guest without an address. */
  guest: z.object({ email: z.string(), language: languageInput.nullable(), accountId: id }).nullable(),
  kind: takedownKind,
  /** Reason of the takedown or the lift, in the words of the operator. */
  reason: z.string(),
  /** Credits that return to the balance of the owner; absent if none do. */
  credits: z.int().optional(),
});
export type TakedownMailing = z.infer<typeof takedownMailing>;

export const takedownEvents = {
  /** Operators hid the output of a request; auth mails its owner. */
  outputTakenDown: event('generation.outputTakenDown', ['auth'], takedownMailing),
  /** Operators show the output again; auth mails its owner. */
  takedownLifted: event('generation.takedownLifted', ['auth'], takedownMailing),
};

export const takedownBroadcasts = {
  /** A request was taken down, or its takedown was lifted: what gateways know about it and these files is out of date. */
  takedownChanged: broadcast(
    'generation.takedownChanged',
    z.object({ requestId: id, sequence: z.int(), keys: z.array(storageKey) }),
  ),
};
