import type { JobStatus } from '@luit/contracts/generation/requests';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import type { BadgeTone } from '@luit/ui/badge';
import { sentenceCase } from '../../lib/format';

export const STATUS_TONES: Record<JobStatus, BadgeTone> = {
  pending: 'neutral',
  running: 'info',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'accent',
};

export const TYPE_LABELS: Record<AdminJobRow['type'], string> = {
  video: 'Video',
  image_video: 'Image to video',
  image: 'Image',
  restore: 'Restoration',
};

const STATE_LABELS: Record<string, string> = {
  pending: 'Queued',
  // No one has confirmed whether the provider took the job.
  unknown: 'Unconfirmed',
};

/** The name of a state or status. */
export function stateLabel(state: string): string {
  return STATE_LABELS[state] ?? sentenceCase(state);
}

export function secondsBetween(from: string | null, to: string | null): number | null {
  return from && to ? Math.max(0, (Date.parse(to) - Date.parse(from)) / 1_000) : null;
}

/** The prompt, or a placeholder for jobs without one. */
export function jobTitle(job: Pick<AdminJobRow, 'prompt' | 'type'>): string {
  return job.prompt || (job.type === 'restore' ? 'Photo restoration' : 'Erased');
}

export const MONEY_LABELS: Record<AdminJobRow['money'], { label: string; tone: BadgeTone }> = {
  held: { label: 'Held', tone: 'info' },
  captured: { label: 'Captured', tone: 'success' },
  returned: { label: 'Returned', tone: 'accent' },
  refunded: { label: 'Refunded', tone: 'accent' },
};
