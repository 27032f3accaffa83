import type { RefundProgress } from '@luit/contracts/billing/refunds';
import type { Language } from '@luit/contracts/auth/languages';
import type { ErrorWire } from '@luit/contracts/errors';
import type { RequestMetadata } from '@luit/contracts/generation/metadata';
import type { RequestType, RestoreOptions } from '@luit/contracts/generation/plans';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { RequestMoney } from '@luit/contracts/generation/requests';
import type { TakedownNotice } from '@luit/contracts/generation/takedowns';
import { bigintAsNumber } from '@luit/platform/database/columns-of';
import type { StoredOptions } from './stored-options';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RequestState } from './request-states';

/** A request and its job. */
@Entity('requests')
export class RequestEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** The account that pays, if it is not the owner's. */
  @Column('uuid', { name: 'payer_id', nullable: true }) payerId!: string | null;
  /** Lowercase; an account that confirms it becomes the owner. */
  @Column('text', { name: 'guest_email', nullable: true }) guestEmail!: string | null;
  @Column('text', { name: 'guest_language', nullable: true }) guestLanguage!: Language | null;
  /** The first of the results that were asked for at once; null if it is the only one. */
  @Column('uuid', { name: 'set_id', nullable: true }) setId!: string | null;
  /** Its place among them, from 0. */
  @Column('int', { name: 'set_index', nullable: true }) setIndex!: number | null;
  /** Cleared when the request is rejected. */
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey!: string | null;
  @Column('text', { name: 'input_hash' }) inputHash!: string;
  @Column('text') type!: RequestType;
  @Column('text') prompt!: string;
  @Column('text', { name: 'image_key', nullable: true }) imageKey!: string | null;
  /** The image that the video ends with. */
  @Column('text', { name: 'last_image_key', nullable: true }) lastImageKey!: string | null;
  /** Images of what the video shows. */
  @Column('text', { name: 'reference_keys', array: true }) referenceKeys!: string[];
  /** The plan, or the name of a duration and a resolution that no plan has. */
  @Column('text', { name: 'plan_id' }) planId!: string;
  @Column('text') model!: string;
  /** The revision of the entry that the request was priced with. */
  @Column('int', { name: 'model_revision' }) modelRevision!: number;
  /** Seconds; null unless it is a video. */
  @Column('int', { nullable: true }) duration!: number | null;
  /** For a restoration, its quality. Empty for an image of a model that takes none. */
  @Column('text') resolution!: string;
  @Column('jsonb', { nullable: true }) restore!: RestoreOptions | null;
  /** Only for videos and images; null after an erasure. */
  @Column('jsonb', { nullable: true }) options!: StoredOptions | null;
  /** The model of the first of two steps; null if there is only one step. */
  @Column('text', { name: 'color_model', nullable: true }) colorModel!: string | null;
  /** The result of that step; null before, and after an erasure. */
  @Column('text', { name: 'colored_key', nullable: true }) coloredKey!: string | null;
  @Column('int') credits!: number;
  @Column('uuid', { name: 'retry_of', nullable: true }) retryOf!: string | null;
  /** The video that this one varies. */
  @Column('uuid', { name: 'remix_of', nullable: true }) remixOf!: string | null;
  /** The API key that asked for it; null for a person. */
  @Column('uuid', { name: 'api_key_id', nullable: true }) apiKeyId!: string | null;
  /** Metadata that an API client keeps with the request; null without any, and after an erasure. */
  @Column('jsonb', { nullable: true }) metadata!: RequestMetadata | null;
  /** Its owner had a webhook endpoint when it was created. */
  @Column('boolean', { name: 'has_webhooks' }) hasWebhooks!: boolean;

  @Column('text') state!: RequestState;
  /** The error that the caller received when it was rejected. */
  @Column('jsonb', { nullable: true }) refusal!: ErrorWire | null;
  /** The number of the owner's unfinished jobs at acceptance; 1 runs first. */
  @Column('int') priority!: number;
  @Column('text') provider!: string;
  @Column('text', { name: 'client_ref' }) clientRef!: string;

  /** Rises with each claim; reports with an older lease are refused. */
  @Column('bigint', { transformer: bigintAsNumber }) lease!: number;
  @Column('timestamptz', { name: 'lease_expires_at', nullable: true }) leaseExpiresAt!: Date | null;
  @Column('text', { name: 'worker_id', nullable: true }) workerId!: string | null;

  /** When it joined the queue. */
  @Column('timestamptz', { name: 'accepted_at', nullable: true }) acceptedAt!: Date | null;
  @Column('timestamptz', { name: 'first_claim_at', nullable: true }) firstClaimAt!: Date | null;
  /** The latest claim must not submit after this time. */
  @Column('timestamptz', { name: 'submit_before', nullable: true }) submitBefore!: Date | null;
  @Column('int', { name: 'submit_failures' }) submitFailures!: number;
  @Column('int') resubmissions!: number;
  /** Earliest time of the next submission or search. */
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true }) nextAttemptAt!: Date | null;
  /** When it got its slot, or its latest search, and was enqueued; null while it waits for a slot. */
  @Column('timestamptz', { name: 'dispatched_at', nullable: true }) dispatchedAt!: Date | null;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('timestamptz', { name: 'submitted_at', nullable: true }) submittedAt!: Date | null;
  @Column('timestamptz', { name: 'collecting_at', nullable: true }) collectingAt!: Date | null;
  /** When a worker polls the provider next. */
  @Column('timestamptz', { name: 'next_poll_at', nullable: true }) nextPollAt!: Date | null;
  /** Correlation id and trace of its acceptance, which the submission continues, then of the submission. */
  @Column('text', { nullable: true }) correlation!: string | null;
  @Column('int', { name: 'poll_failures' }) pollFailures!: number;
  /** The provider called back when the task had ended. */
  @Column('boolean', { name: 'called_back' }) calledBack!: boolean;
  @Column('boolean', { name: 'promote_requested' }) promoteRequested!: boolean;
  @Column('boolean', { name: 'cancel_requested' }) cancelRequested!: boolean;
  /** Maximum run time once submitted, seconds. */
  @Column('int', { name: 'run_limit_seconds' }) runLimitSeconds!: number;
  @Column('timestamptz', { name: 'deadline_at', nullable: true }) deadlineAt!: Date | null;

  /** End of the late-result checks; null if there are none. */
  @Column('timestamptz', { name: 'late_results_until', nullable: true }) lateResultsUntil!: Date | null;

  @Column('int') progress!: number;
  @Column('timestamptz', { name: 'progress_sent_at', nullable: true }) progressSentAt!: Date | null;
  @Column('int') sequence!: number;

  @Column('text', { name: 'output_key', nullable: true }) outputKey!: string | null;
  @Column('text', { name: 'poster_key', nullable: true }) posterKey!: string | null;
  @Column('text', { name: 'content_type', nullable: true }) contentType!: string | null;
  @Column('bigint', { name: 'output_bytes', nullable: true, transformer: bigintAsNumber }) outputBytes!: number | null;
  /** Measured, seconds. */
  @Column('double precision', { name: 'output_seconds', nullable: true }) outputSeconds!: number | null;
  @Column('text', { name: 'late_output_key', nullable: true }) lateOutputKey!: string | null;

  /**
   * The fingerprint of the output: hex with the prefix `\\x`. Only written, never read with the entity; null if the output is too plain,
   * and after an erasure.
   */
  @Column('bytea', { nullable: true, select: false }) fingerprint!: string | null;
  @Column('int', { name: 'fingerprint_bucket', nullable: true, select: false }) fingerprintBucket!: number | null;

  @Column('text', { name: 'error_kind', nullable: true }) errorKind!: ProviderFailure['kind'] | null;
  /** The provider's own code and message, for operators. */
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  @Column('text', { name: 'error_detail', nullable: true }) errorDetail!: string | null;

  @Column('text', { name: 'money_state' }) moneyState!: RequestMoney['state'];
  /** The refund of its direct payment as billing last reported it. */
  @Column('jsonb', { nullable: true }) refund!: Pick<RefundProgress, 'refundId' | 'send' | 'progress'> | null;

  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt!: Date | null;
  @Column('timestamptz', { name: 'erase_at', nullable: true }) eraseAt!: Date | null;
  /** When its files and texts were erased. */
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt!: Date | null;
  /** Its files outlive their erasure until then, because operators took them down. Null if they do not. */
  @Column('timestamptz', { name: 'evidence_until', nullable: true }) evidenceUntil!: Date | null;
  /** Present while operators have taken its files down. */
  @Column('jsonb', { nullable: true }) takedown!: TakedownNotice | null;
}
