import type { AdminModel } from '@luit/contracts/generation/model-editor';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { formatNumber, sentenceCase } from '../../lib/format';

const TONES: Record<AdminModel['state'], BadgeTone> = {
  draft: 'info',
  live: 'success',
  deprecated: 'accent',
  retired: 'neutral',
};

export function ModelBadge({ state }: Pick<AdminModel, 'state'>) {
  return <Badge tone={TONES[state]}>{sentenceCase(state)}</Badge>;
}

const UNITS = { perSecond: 'a second', perImage: 'an image', perRun: 'a run' } as const;
const THOUSANDTHS = 1_000;

/** For example `480p 3.6, 720p 7.2 credits a second`. */
export function priceText(price: AdminModel['price']): string {
  if (!price) return 'Not sold alone';
  const basis = price.perSecond ? 'perSecond' : price.perImage ? 'perImage' : 'perRun';
  const rates = Object.entries(price[basis] ?? {}).map(([key, rate]) => {
    const credits = formatNumber(rate / THOUSANDTHS);
    return key === 'all' ? credits : `${key} ${credits}`;
  });
  return `${rates.join(', ')} credits ${UNITS[basis]}`;
}
