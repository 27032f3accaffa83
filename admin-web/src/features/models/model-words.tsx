import type { AdminModel, ListedModel } from '@luit/contracts/generation/model-editor';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { formatShare, sentenceCase } from '../../lib/format';

const TONES: Record<AdminModel['state'], BadgeTone> = {
  draft: 'info',
  live: 'success',
  deprecated: 'accent',
  retired: 'neutral',
};

export function ModelBadge({ state }: Pick<AdminModel, 'state'>) {
  return <Badge tone={TONES[state]}>{sentenceCase(state)}</Badge>;
}

/** The share of the finished jobs that succeeded. */
export function successText({ succeeded, failed }: ListedModel['lastDay']): string {
  return succeeded + failed === 0 ? '–' : formatShare(succeeded / (succeeded + failed));
}

/** The share of the price that is left after the cost. Unknown as long as the cost of a job is. */
export function marginText({ revenueMicros, costMicros, unknownCostJobs }: ListedModel['lastDay']): string {
  if (unknownCostJobs > 0) return 'Cost unknown';
  return revenueMicros === 0 ? '–' : formatShare((revenueMicros - costMicros) / revenueMicros);
}
