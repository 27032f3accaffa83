import type { VideoToStart } from './billing';
import type {
  JobStatus,
  RequestMoney,
  RequestStatus,
  RequestType,
  RestoreOptions,
  RestorePlan,
  VideoModel,
  VideoPlan,
} from './http';
import type { InvariantStatus } from './operations/invariants';
import { call, event, job } from './messages/message';

/** What became of a request, as far as money is concerned. */
export type RequestOutcome = 'unfinished' | 'succeeded' | 'failed' | 'canceled' | 'rejected';

/** A request as generation knows it; the gateway adds signed links and answers it as `RequestView`. */
export interface RequestRecord {
  id: string;
  userId: string;
  type: RequestType;
  status: RequestStatus;
  jobStatus: JobStatus;
  canceled: boolean;
  progress: number;
  sequence: number;
  /** Storage keys, not links. */
  outputKey: string | null;
  posterKey: string | null;
  imageKey: string | null;
  lateOutputKey: string | null;
  prompt: string;
  planId: string | null;
  model: string | null;
  /** Seconds. */
  duration: number | null;
  /** Of restorations alone. */
  restore: RestoreOptions | null;
  credits: number;
  queuePosition: number | null;
  etaSeconds: number | null;
  error: { code: string; message: string } | null;
  retryOf: string | null;
  createdAt: string;
  completedAt: string | null;
  money: RequestMoney;
}

export interface NewRequest {
  userId: string;
  type: RequestType;
  /** Empty for a restoration. */
  prompt: string;
  /** Seconds; of videos alone. */
  duration?: number;
  /** Of restorations alone. */
  restore?: RestoreOptions;
  planId?: string;
  model?: string;
  /** Refused with `price_changed` where the price is another. */
  expectedCredits?: number;
  imageKey?: string;
  /** SHA-256 of the image, hex: the same image uploaded anew is the same wish, whatever its key. */
  imageHash?: string;
  /** The ended request that this one takes up again. */
  retryOf?: string;
  idempotencyKey?: string;
}

/** A request that waits for the payment of its own order. */
export interface NewPendingOrder extends NewRequest {
  planId: string;
  /** Seconds. */
  duration: number;
  /** The order's own account; for a guest also the owner. */
  accountId: string;
  /** A guest's address, lower-cased: an account that confirms it later becomes the owner. */
  guestEmail: string | null;
}

/** What was drafted: of a repeated wish, the first time. */
export interface PendingOrder {
  requestId: string;
  accountId: string;
  planId: string;
  planName: string;
  /** Seconds. */
  duration: number;
  credits: number;
}

/** What a worker needs to ask a provider for one job. */
export interface ProviderTask {
  provider: string;
  model: string;
  type: RequestType;
  prompt: string;
  /** Seconds; null for a restoration. */
  duration: number | null;
  /** Of a restoration its quality. */
  resolution: string;
  restore: RestoreOptions | null;
  imageKey: string | null;
  /** What this task makes is no output but the image of the next step. */
  isIntermediate?: boolean;
  /** Unguessable, part of the callback URL, and what `findByRef` looks for. */
  clientRef: string;
  /** Where the provider reports to, or null where we have no public address. */
  webhookUrl: string | null;
}

/** A provider's callback as it came; verified by the adapter, in the worker. `rawBody` is base64. */
export interface ProviderEvent {
  id: string;
  headers: Record<string, string>;
  rawBody: string;
}

/** `half_open`: it was cut off, and one job is let through to see whether it is well again. */
export type ProviderState = 'closed' | 'half_open' | 'open';

/** A provider as operators see it. */
export interface ProviderOverview {
  name: string;
  state: ProviderState;
  /** Submissions in a row that failed. */
  failures: number;
  /** Milliseconds until it may be tried again. */
  closedForMs: number;
  /** Milliseconds for which it asked to be left alone. */
  pausedMs: number;
  /** Code of its latest failure. */
  reason: string | null;
  /** Jobs that wait for it, and that it has at work. */
  waiting: number;
  busy: number;
  /** Tasks it may have at work at once. */
  slots: number;
  /** Submissions that its rate limit allows right now, of so many a minute. */
  submitsLeft: number;
  submitsPerMinute: number;
  /** Of ours, which it serves. */
  models: string[];
}

export type SubmissionClaim =
  | {
      action: 'submit';
      lease: number;
      task: ProviderTask;
      /** Milliseconds from the claim within which the post has to be sent; later it must not be. */
      submitWithinMs: number;
    }
  /** An earlier attempt may have posted: ask the provider for the reference, never post. */
  | { action: 'find'; lease: number; task: ProviderTask; since: string; events: ProviderEvent[] }
  | { action: 'wait'; delayMs: number }
  | { action: 'none' };

/** What may run at the provider beside a job's own task, after a doubtful submission. */
export interface StrayTasks {
  /** To be cancelled until the provider says that they have ended, whatever comes of the job. */
  cancel: string[];
  /** Callbacks that nobody has read yet: one may tell of a further task. */
  events: ProviderEvent[];
}

/** A job that has ended, whose tasks at the provider perhaps have not. */
export type LateResultClaim =
  /** `lateTask` may still bring an output, which is given to its owner for nothing. */
  | { action: 'check'; lease: number; task: ProviderTask; lateTask: string | null; others: StrayTasks }
  | { action: 'wait'; delayMs: number }
  | { action: 'none' };

export type TrackingClaim =
  | {
      action: 'poll';
      lease: number;
      task: ProviderTask;
      externalId: string;
      cancelRequested: boolean;
      isPastDeadline: boolean;
      others: StrayTasks;
    }
  | { action: 'wait'; delayMs: number }
  | { action: 'none' };

export interface ProviderFailure {
  kind: 'moderation' | 'privacy' | 'invalid_input' | 'quota' | 'provider' | 'timeout' | 'bad_output';
  /** The provider's own code, for operators. */
  code: string;
  /** The provider's own words, for operators; people see our text for the kind. */
  message: string;
}

export type JobOutcome =
  | {
      kind: 'succeeded';
      outputKey: string;
      posterKey: string | null;
      contentType: string;
      bytes: number;
      /** Measured, seconds. */
      durationSeconds: number | null;
    }
  | { kind: 'failed'; failure: ProviderFailure }
  | { kind: 'canceled' };

/** What the worker does next with its queue entry. */
export type JobResult = { action: 'done' } | { action: 'reschedule'; delayMs: number };

export interface PlanList {
  plans: VideoPlan[];
  models: VideoModel[];
  restorePlans: RestorePlan[];
  /** Why colour restoration is not offered; null where it is. */
  colorRestorationRefusal: string | null;
}

interface Leased {
  requestId: string;
  /** From the claim; an older one than the row's is refused with `stale_lease`. */
  lease: number;
}

export const generationCalls = {
  listPlans: call<Record<string, never>, PlanList>('generation.listPlans'),
  createRequest: call<NewRequest, RequestRecord>('generation.createRequest', { timeoutMs: 10_000 }),
  /**
   * Prices a video and keeps it until its order is paid; the id is the request's and the job's. Idempotent like
   * `createRequest`. `refused_by_policy` before anybody pays.
   */
  createPendingOrder: call<NewPendingOrder, PendingOrder>('generation.createPendingOrder'),
  /** Whose a directly paid video is: an account, or a guest's address where one was given. Both null once it is erased. */
  getOrderOwner: call<{ requestId: string }, { userId: string | null; email: string | null }>(
    'generation.getOrderOwner',
  ),
  /** Starts the job of a draft whose credits billing holds, once; the event `billing.videoPaid` does the same. */
  startPaidVideo: call<VideoToStart, Record<string, never>>('generation.startPaidVideo'),
  /**
   * `userId` is the owner or the account that paid. `awaiting_payment` for a draft of theirs; somebody else's is
   * `not_found` too.
   */
  getRequest: call<{ userId: string; requestId: string }, RequestRecord>('generation.getRequest'),
  listRequests: call<
    { userId: string; limit: number; cursor?: string; type?: RequestType; status?: RequestStatus },
    { requests: RequestRecord[]; nextCursor: string | null }
  >('generation.listRequests'),
  /** Newer than the client's sequences, and all that is unfinished or changed in the last 24 h. */
  syncRequests: call<{ userId: string; since: Record<string, number> }, { requests: RequestRecord[] }>(
    'generation.syncRequests',
  ),
  cancelRequest: call<{ userId: string; requestId: string }, RequestRecord>('generation.cancelRequest'),
  /**
   * The same wish again, as a new request at today's price, with a hold of its own. `conflict` unless it failed or was
   * canceled; else as `createRequest`.
   */
  retryRequest: call<
    { userId: string; requestId: string; expectedCredits?: number; idempotencyKey?: string },
    RequestRecord
  >('generation.retryRequest', { timeoutMs: 10_000 }),
  /**
   * Takes an ended request out of its owner's library; its files and words follow. `conflict` while it is at work.
   * Asking again changes nothing.
   */
  deleteRequest: call<{ userId: string; requestId: string }, Record<string, never>>('generation.deleteRequest'),
  /**
   * Cancels what the user has unfinished, as far as it can be. Idempotent, to be asked until nothing is left; answers how
   * many requests have not ended yet.
   */
  cancelUserRequests: call<{ userId: string }, { unfinished: number }>('generation.cancelUserRequests'),
  /**
   * Has the files and the words of the user's requests removed; the requests themselves stay, as what was paid for.
   * Idempotent, to be asked until nothing is left; answers how many still have theirs.
   */
  eraseRequests: call<{ userId: string }, { left: number }>('generation.eraseRequests'),
  /** Storage keys of a request that is to be erased; null where it is not, or was. */
  listErasableFiles: call<{ requestId: string }, { keys: string[] | null }>('generation.listErasableFiles'),
  /** Of these images, at most 500, the ones that no request needs. */
  listUnusedImages: call<{ keys: string[] }, { keys: string[] }>('generation.listUnusedImages'),
  recordErased: call<{ requestId: string }, Record<string, never>>('generation.recordErased'),
  /** Outcomes of the requests that are known, for comparing them with their holds; at most 500 at a time. */
  getOutcomes: call<{ requestIds: string[] }, { outcomes: Record<string, RequestOutcome> }>('generation.getOutcomes'),
  /** How each invariant that generation looks after stood at its last look. */
  listInvariants: call<Record<string, never>, { invariants: InvariantStatus[] }>('generation.listInvariants'),
  /** How each provider does: its circuit breaker, its pause, its jobs. */
  listProviders: call<Record<string, never>, { providers: ProviderOverview[] }>('generation.listProviders'),
  /** Kept and used to wake the tracker; what it claims is verified by the adapter. Unknown token: `not_found`. */
  receiveProviderEvent: call<
    { provider: string; token: string; headers: Record<string, string>; rawBody: string },
    Record<string, never>
  >('generation.receiveProviderEvent', { timeoutMs: 4_000 }),

  claimSubmission: call<{ requestId: string; workerId: string }, SubmissionClaim>('generation.claimSubmission'),
  recordSubmission: call<Leased & { externalId: string }, JobResult>('generation.recordSubmission'),
  /**
   * The post did not lead to a task id: `retry` the provider surely did nothing (refused, 429, connection refused) ·
   * `unknown` it may have · `rejected` it said no for good.
   */
  recordSubmissionFailure: call<
    Leased & { result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number },
    JobResult
  >('generation.recordSubmissionFailure'),
  /**
   * `findByRef` found nothing, or the provider cannot be asked (`isSearchable` false). After `reportedWithinMs` from the last
   * moment of the post the provider has surely told of its task.
   */
  recordNotFound: call<Leased & { isSearchable: boolean; reportedWithinMs: number }, JobResult>(
    'generation.recordNotFound',
  ),

  claimTracking: call<{ requestId: string; workerId: string }, TrackingClaim>('generation.claimTracking'),
  renewLease: call<Leased, Record<string, never>>('generation.renewLease'),
  /** Still at work; answers when to look again. Progress is the provider's 0–100, or null where it tells none. */
  recordProgress: call<Leased & { progress: number | null }, JobResult>('generation.recordProgress'),
  /** The provider could not be read this time. */
  recordPollFailure: call<Leased & { failure: ProviderFailure; retryAfterMs?: number }, JobResult>(
    'generation.recordPollFailure',
  ),
  startCollecting: call<Leased, Record<string, never>>('generation.startCollecting'),
  /** The first of two steps is done, and its image stored: the job goes on with the second. Told again it changes nothing. */
  recordFirstStep: call<Leased & { imageKey: string }, JobResult>('generation.recordFirstStep'),
  /** Callbacks that were read, the tasks they truly told of, and the duplicates that have surely ended. */
  recordStrayTasks: call<Leased & { eventIds: string[]; found: string[]; stopped: string[] }, Record<string, never>>(
    'generation.recordStrayTasks',
  ),
  claimLateResultCheck: call<{ requestId: string; workerId: string }, LateResultClaim>(
    'generation.claimLateResultCheck',
  ),
  /** State and money stay as they are. */
  attachLateOutput: call<
    Leased & { outputKey: string; posterKey: string | null; contentType: string; bytes: number },
    Record<string, never>
  >('generation.attachLateOutput'),
  /** `isOver`: nothing more can come of the late task. */
  recordLateResultCheck: call<Leased & { isOver: boolean }, JobResult>('generation.recordLateResultCheck'),
  settleJob: call<Leased & { outcome: JobOutcome }, JobResult>('generation.settleJob'),
};

export const generationEvents = {
  /** Any change of a request that its owner may see; carries the whole record with its rising sequence. */
  requestUpdated: event<{ request: RequestRecord }>('generation.requestUpdated', ['gateway']),
  /** The job's end. Billing captures on `succeeded` and releases on anything else, also a hold that never came. */
  requestSettled: event<{
    requestId: string;
    userId: string;
    outcome: 'succeeded' | 'failed' | 'canceled' | 'rejected';
    credits: number;
    reason: string | null;
  }>('generation.requestSettled', ['billing', 'auth']),
};

/** Brings an accepted request to its provider. */
export const submitJob = job('submit', 'worker');

/** Follows a provider's task to its end. */
export const trackJob = job('track', 'worker');

/** Watches what may still run at a provider for a job that has ended. */
export const lateResultJob = job('late-result', 'worker');

/** Removes the files of a request that is to be erased. */
export const eraseJob = job('erase', 'worker');
