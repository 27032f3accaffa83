import { t } from '@lingui/core/macro';
import type { Pricing } from '@luit/contracts/http/pricing';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useServices } from '../../../lib/services';
import { pricingQuery } from '../api/get-pricing';

type Label = NonNullable<Pricing['label']>;

const CORNERS: Record<Label['corner'], string> = {
  'top-left': 'top-1 left-1',
  'top-right': 'top-1 right-1',
  'bottom-left': 'bottom-1 left-1',
  'bottom-right': 'right-1 bottom-1',
};

/** The visible label of what is sold, on a picture, and why it is there. Nothing if operators switched it off. */
export function LabelNote({ className }: { className?: string }) {
  const { api } = useServices();
  const { data } = useQuery(pricingQuery(api));
  if (!data?.label) return null;
  const { text, corner } = data.label;
  return (
    <div className={clsx('flex items-center gap-4 text-sm text-muted', className)}>
      <span aria-hidden className="relative w-32 shrink-0 overflow-hidden rounded-frame">
        <img src="/examples/river.webp" alt="" width={640} height={360} className="w-full" />
        <span
          dir="auto"
          className={clsx(
            'absolute max-w-[90%] truncate rounded-xs bg-black/65 px-1 text-[0.5625rem] leading-3.5 font-semibold text-white',
            CORNERS[corner],
          )}
        >
          {text}
        </span>
      </span>
      <p>{t`Videos and images carry the small label “${text}”, so that people can tell that AI made them, as India’s Information Technology Rules require.`}</p>
    </div>
  );
}
