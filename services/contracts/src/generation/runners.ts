import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { empty, id, timestamp } from '../messages/fields';
import { call, push } from '../messages/message';
import { nameText } from '../messages/name-text';
import { providerFailure, providerTask } from './provider-tasks';
import { MAX_FILE_INDEX, MAX_LEASE, MAX_OUTPUT_BYTES, MAX_RUNNER_SLOTS, MAX_RUNNERS_PER_TOKEN } from './runner-limits';

const MAX_TEXT = 200;
const text = z.string().max(MAX_TEXT);
const lease = z.int().min(1).max(MAX_LEASE);
const jobId = z.string();
/** Hexadecimal. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A process beside a GPU, as it describes itself with each claim. */
export const runnerFacts = z.object({
  runner: z.uuid().describe('Random; the runner keeps it in its folder'),
  slots: z.int().min(1).max(MAX_RUNNER_SLOTS).describe('Jobs that it runs at once'),
  engines: z.array(z.string().min(1).max(40)).min(1).max(8).describe('The protocols of the servers beside it'),
  version: text,
  gpu: text.nullish().describe('What its server says about the GPU'),
  holding: z.array(id).max(MAX_RUNNER_SLOTS).default([]).describe('The jobs that it runs or uploads'),
});
export type RunnerFacts = z.infer<typeof runnerFacts>;

/** A task as a runner gets it: without storage keys, and with the id of the job as the reference. */
export const runnerTask = providerTask.omit({ imageKey: true, webhookUrl: true, provider: true });
export type RunnerTask = z.infer<typeof runnerTask>;

export const INPUT_FILES = ['image', 'lastImage', 'reference'] as const;
export const runnerFile = z.object({
  name: z.enum(INPUT_FILES),
  /** Path of the file, on the origin of the installation. */
  path: z.string(),
  contentType: z.string(),
  bytes: z.int(),
});

export const claimedRunnerJob = z.object({
  id,
  /** Every later call about the job carries it. */
  lease,
  leaseSeconds: z.int(),
  task: runnerTask,
  files: z.array(runnerFile),
});
/** A job that a runner has claimed. */
export type ClaimedRunnerJob = z.infer<typeof claimedRunnerJob>;

export const heartbeatBody = z.object({
  lease,
  progress: z.number().min(0).max(100).nullish().describe('Percent; null if the server reports none'),
});

export const RUNNER_RESULTS = ['succeeded', 'failed', 'canceled', 'returned'] as const;
export const runnerFailure = providerFailure.extend({ code: z.string().max(100), message: z.string().max(2_000) });
const wholeOutput = z.object({
  bytes: z.int().min(1).max(MAX_OUTPUT_BYTES),
  sha256,
});
export const runnerResultBody = z.object({
  lease,
  state: z
    .enum(RUNNER_RESULTS)
    .describe('`returned`: the runner gives the job back unfinished, because it stops or its server forgot it'),
  failure: runnerFailure.nullish().describe('Of `failed`'),
  output: wholeOutput.nullish().describe('Of `succeeded`: the output that was uploaded before'),
});

export type RunnerResult = z.infer<typeof runnerResultBody>;

/** The id of the job behind a task, which has one for each of its submissions. */
export const jobIdOf = (externalId: string): string => externalId.split('.', 1)[0]!;

/** An output in the storage: its parts in order, which a worker joins and checks. */
export const deliveredOutput = wholeOutput.extend({ parts: z.array(z.string()).min(1) });
export type DeliveredOutput = z.infer<typeof deliveredOutput>;

const RUNNER_JOB_STATES = ['waiting', 'running', 'lost', 'succeeded', 'failed', 'canceled'] as const;
export const runnerJob = z.object({
  id,
  /** `lost`: no runner has it. It can still be delivered until another runner claims it. */
  state: z.enum(RUNNER_JOB_STATES),
  progress: z.number().nullable(),
  failure: providerFailure.nullable(),
  output: deliveredOutput.nullable(),
});
/** A job of a runner as workers see it. */
export type RunnerJob = z.infer<typeof runnerJob>;

const instance = z.string().min(1).max(64);
const tokenName = nameText(60, { required: 'Name the machine or its place', tooLong: 'At most 60 characters' });
const tokenModels = z.array(z.string().min(1).max(64)).min(1).max(100).nullable();

export const runnerTokenBody = z.object({
  name: tokenName,
  models: tokenModels.default(null).describe('Models whose jobs its runners get; all if null'),
});

export const runnerToken = z.object({
  id,
  name: z.string(),
  last4: z.string(),
  models: tokenModels,
  createdAt: timestamp,
  /** When one of its runners last called. */
  lastSeenAt: timestamp.nullable(),
});
export type RunnerToken = z.infer<typeof runnerToken>;

export const runnerOverview = z.object({
  id,
  tokenId: id,
  version: z.string(),
  gpu: z.string().nullable(),
  engines: z.array(z.string()),
  slots: z.int(),
  /** Jobs that it has claimed and not finished. */
  running: z.int(),
  isOnline: z.boolean(),
  lastSeenAt: timestamp,
});
export type RunnerOverview = z.infer<typeof runnerOverview>;

/** A valid token. */
export const runnerGrant = z.object({ id, instance: z.string(), models: tokenModels });
export type RunnerGrant = z.infer<typeof runnerGrant>;

/** The token in whose name a runner acts. A revoked one gets `unauthorized`. */
const byToken = z.object({ tokenId: id });
const leasedByToken = byToken.extend({ id: jobId, lease });
const MAX_READ = 200;

export const runnerCalls = {
  /**
   * Has a runner make a task. Idempotent by the client reference: the answer names the task that exists. `offline`: no runner could take
   * it. `busy`: all slots are taken.
   */
  submitRunnerJob: call('generation.submitRunnerJob', {
    input: z.object({
      /** Of a new job; its input files are stored under it. */
      id,
      instance,
      clientRef: z.string(),
      task: runnerTask,
      files: z.array(runnerFile.omit({ path: true }).extend({ key: z.string() })),
    }),
    output: z.object({ result: z.enum(['accepted', 'offline', 'busy']), externalId: z.string().nullable() }),
  }),
  /** Also ends leases that were not renewed. Unknown ids are left out. */
  readRunnerJobs: call('generation.readRunnerJobs', {
    input: z.object({ ids: z.array(id).min(1).max(MAX_READ) }),
    output: z.object({ jobs: z.array(runnerJob) }),
  }),
  /** The job with this reference, unless it ended without an output. */
  findRunnerJob: call('generation.findRunnerJob', {
    input: z.object({ instance, clientRef: z.string() }),
    output: z.object({ externalId: z.string().nullable() }),
  }),
  /** The runner is told with its next heartbeat. A job that no runner has is canceled at once. */
  cancelRunnerJob: call('generation.cancelRunnerJob', {
    input: z.object({ id }),
    output: z.object({ result: z.enum(['accepted', 'too_late']) }),
  }),
  /** The runners of the instance that are online, and what they say about their GPUs. */
  countRunners: call('generation.countRunners', {
    input: z.object({ instance }),
    output: z.object({ online: z.int(), slots: z.int(), gpus: z.array(z.string()) }),
  }),
  /** Which of these jobs need their files no longer: their requests have ended, and nothing late is expected. */
  listFinishedRunnerJobs: call('generation.listFinishedRunnerJobs', {
    input: z.object({ ids: z.array(id).min(1).max(MAX_READ) }),
    output: z.object({ ids: z.array(id) }),
  }),

  findRunnerToken: call('generation.findRunnerToken', {
    input: z.object({ tokenHash: sha256 }),
    output: z.object({ grant: runnerGrant.nullable() }),
  }),
  /** Records which runners wait for jobs at a gateway. The answer counts the jobs of each instance that wait for a runner. */
  recordRunners: call('generation.recordRunners', {
    input: z.object({ runners: z.array(runnerFacts.extend({ tokenId: id })).max(MAX_RUNNERS_PER_TOKEN) }),
    output: z.object({ waiting: z.array(z.object({ instance: z.string(), jobs: z.int() })) }),
  }),
  /** Gives the runner the job that has waited longest, or one that it has claimed before and does not hold. */
  claimRunnerJob: call('generation.claimRunnerJob', {
    input: runnerFacts.extend({ tokenId: id }),
    output: z.object({ job: claimedRunnerJob.nullable() }),
  }),
  /** `stale_lease` if another runner has claimed the job, or it ended. */
  renewRunnerLease: call('generation.renewRunnerLease', {
    input: leasedByToken.extend({ progress: heartbeatBody.shape.progress }),
    output: z.object({ cancel: z.boolean() }),
  }),
  /** The storage key of an input file. `not_found`, `stale_lease`. */
  getRunnerFile: call('generation.getRunnerFile', {
    input: leasedByToken.extend({ index: z.int().min(0).max(MAX_FILE_INDEX) }),
    output: z.object({ key: z.string() }),
  }),
  /** Ends a job. Repeats are harmless. `stale_lease` */
  recordRunnerResult: call('generation.recordRunnerResult', {
    input: leasedByToken.extend({
      state: z.enum(RUNNER_RESULTS),
      failure: runnerFailure.nullish(),
      output: deliveredOutput.nullable(),
    }),
    output: z.object({ isRecorded: z.boolean() }),
  }),

  /** The token is in the answer and nowhere else. */
  createRunnerToken: call('generation.createRunnerToken', {
    input: runnerTokenBody.extend({ adminId: id, instance }),
    output: z.object({ token: z.string(), runnerToken }),
  }),
  /** Idempotent. */
  revokeRunnerToken: call('generation.revokeRunnerToken', {
    input: z.object({ adminId: id, instance, tokenId: id, reason: operatorReason }),
    output: empty,
  }),
  listRunners: call('generation.listRunners', {
    input: z.object({ instance }),
    output: z.object({ tokens: z.array(runnerToken), runners: z.array(runnerOverview) }),
  }),
};

export const runnerPushes = {
  /** Jobs wait for runners of the instance. Gateways have so many of their waiting runners claim one. */
  runnerJobsWaiting: push('generation.runnerJobsWaiting', z.object({ instance: z.string(), jobs: z.int() })),
  /** The token was revoked: its runners get nothing any more. */
  runnerTokenRevoked: push('generation.runnerTokenRevoked', z.object({ tokenId: id })),
};
