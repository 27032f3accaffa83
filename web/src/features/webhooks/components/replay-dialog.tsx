import { formatNumber } from '../../../lib/format';
import { plural, t } from '@lingui/core/macro';
import { serverNow } from '@luit/ui/server-clock';
import { MAX_REPLAYED_WEBHOOKS } from '@luit/contracts/auth/webhook-limits';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Dialog } from '@luit/ui/dialog';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useDebounced } from '@luit/ui/use-debounced';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import { deliveriesQuery, replayCountQuery, replayDeliveries, type ReplayPeriod } from '../api/webhooks';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** While its fields are being changed, nothing is counted. */
const PAUSE_MS = 300;

interface ReplayDialogProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Chooses a time, shows how many deliveries of it would be sent again, and sends them. */
export function ReplayDialog({ endpoint, onClose }: ReplayDialogProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const [{ from, to, onlyFailed }, setFields] = useState(lastDay);
  const set = (change: Partial<ReturnType<typeof lastDay>>) => setFields((fields) => ({ ...fields, ...change }));
  const period = periodOf(from, to, onlyFailed);
  const settled = useDebounced(period && JSON.stringify(period), PAUSE_MS);
  const isSettled = period !== null && settled === JSON.stringify(period);
  const count = useQuery({ ...replayCountQuery(api, endpoint.id, period ?? NO_PERIOD), enabled: isSettled });
  const counted = isSettled ? count.data : undefined;
  const replay = useIntent(
    `replay ${endpoint.id}`,
    (chosen: ReplayPeriod) => replayDeliveries(api, endpoint.id, chosen),
    {
      onSuccess: ({ total }) => {
        toast.success(rangeStarted(total));
        onClose();
      },
      onSettled: () => client.invalidateQueries(deliveriesQuery(api, endpoint.id)),
    },
  );
  const failure = replay.error ?? (isSettled ? count.error : null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Send deliveries again`}
      description={t`Choose when the deliveries were created. They are sent oldest first, with the same ids, so your program can skip those it already knows.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (period && counted) replay.mutate(period);
        }}
      >
        {failure && (
          <Alert tone="danger">{messageOf(failure, t`We couldn’t send them again. Please try again.`)}</Alert>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Input
            type="datetime-local"
            label={t`From`}
            value={from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <Input
            type="datetime-local"
            label={t`Until`}
            value={to}
            error={period ? undefined : t`Choose an end after the start.`}
            onChange={(event) => set({ to: event.target.value })}
          />
        </div>
        <Checkbox
          label={t`Only failed deliveries`}
          hint={t`Otherwise, deliveries that succeeded are sent again, too.`}
          checked={onlyFailed}
          onChange={(event) => set({ onlyFailed: event.target.checked })}
        />
        <p role="status" className="min-h-6 font-semibold tabular-nums">
          {period && !failure && countText(counted)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            busy={replay.isPending}
            disabled={!counted || counted.total === 0 || counted.isTotalCapped}
          >
            {t`Send again`}
          </Button>
          <Button tone="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const NO_PERIOD: ReplayPeriod = { from: '', to: '', onlyFailed: true };

function countText(count: CappedCount | undefined): string {
  if (!count) return t`Counting…`;
  return count.isTotalCapped
    ? t`There are more than ${{ deliveries: formatNumber(MAX_REPLAYED_WEBHOOKS) }}. Choose a shorter period.`
    : countedText(count.total);
}

/** The 24 hours until the end of this minute, as the fields show them. */
function lastDay(): { from: string; to: string; onlyFailed: boolean } {
  const end = Math.ceil(serverNow() / MINUTE_MS) * MINUTE_MS;
  return { from: toLocalTime(end - DAY_MS), to: toLocalTime(end), onlyFailed: true };
}

/** Null without a period. */
function periodOf(from: string, to: string, onlyFailed: boolean): ReplayPeriod | null {
  const [start, end] = [new Date(from).getTime(), new Date(to).getTime()];
  if (!(start < end)) return null;
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString(), onlyFailed };
}

function toLocalTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * MINUTE_MS;
  return new Date(time - offset).toISOString().slice(0, 16);
}

function countedText(count: number) {
  if (count === 0) return t`There are none in this period.`;
  const deliveries = formatNumber(count);
  return plural(count, {
    one: `${deliveries} delivery will be sent again.`,
    other: `${deliveries} deliveries will be sent again.`,
  });
}

function rangeStarted(count: number) {
  const deliveries = formatNumber(count);
  return plural(count, {
    one: `Luit has started to send ${deliveries} delivery again.`,
    other: `Luit has started to send ${deliveries} deliveries again.`,
  });
}
