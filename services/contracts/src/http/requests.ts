import type { Balance } from '../billing/balances';
import type { RequestType, RestoreOptions } from '../generation/plans';
import type { JobStatus, RequestMoney, RequestStatus } from '../generation/requests';

export interface RequestView {
  id: string;
  request_id: string;
  type: RequestType;
  status: RequestStatus;
  canceled: boolean;
  jobStatus: JobStatus;
  /** 0–100; see the progress floors 10/25/50/100. */
  progress: number;
  sequence: number;
  outputUrl: string | null;
  /** The same as `outputUrl` for videos, otherwise null. */
  videoUrl: string | null;
  /** The input image. */
  image_url: string | null;
  imageUrl: string | null;
  posterUrl: string | null;
  lateOutput: string | null;
  prompt: string;
  planId: string | null;
  model: string | null;
  /** Seconds. */
  duration: number | null;
  /** Of restorations only. */
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

/** The acknowledgment of the live event `sync`. */
export interface SyncAnswer {
  requests: RequestView[];
  credits: Balance;
}
