import type { CallbackState } from '@luit/contracts/operations/provider-callbacks';
import { Badge, type BadgeTone } from '@luit/ui/badge';

export const STATES: Record<CallbackState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting for a worker', tone: 'accent' },
  read: { label: 'Processed by a worker', tone: 'success' },
  unneeded: { label: 'Job ended first', tone: 'neutral' },
};

export function CallbackStateBadge({ state }: { state: CallbackState }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
