import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { JobMetrics, QueueOverview } from '@luit/contracts/operations/job-metrics';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { EmptyMessage } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { formatSeconds } from '../../lib/format';
import { failuresText, isAvailable, isKeyMissing, reasonText, stateOf } from '../providers/provider-state';

/** Paused queues and providers that are cut off, each with what can be done about it. */
export function Stopped({ queues, providers }: Pick<JobMetrics, 'queues' | 'providers'>) {
  const paused = queues.filter(({ isPaused }) => isPaused);
  const cutOff = providers.filter((provider) => !isAvailable(provider) && provider.stopped?.state !== 'off');
  if (paused.length + cutOff.length === 0)
    return <EmptyMessage>No queue is paused, and every provider is available</EmptyMessage>;
  return (
    <ul className="divide-y divide-line">
      {paused.map((queue) => (
        <PausedQueue key={queue.name} queue={queue} />
      ))}
      {cutOff.map((provider) => (
        <CutOffProvider key={provider.name} provider={provider} />
      ))}
    </ul>
  );
}

function PausedQueue({ queue: { name, waiting, delayed } }: { queue: QueueOverview }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canResume = useCan('queues.pause');
  const resume = useMutation({
    mutationFn: () => client.send('POST', `/api/admin/queues/${name}/resume`),
    onSuccess: () => toast.success(`Queue ${name} resumed`),
    onSettled: () => cache.invalidateQueries({ queryKey: ['job-metrics'] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <Badge tone="danger">Paused</Badge>
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-semibold">Queue {name}</span>
        <span className="block text-label text-muted tabular-nums">
          {waiting} queued · {delayed} delayed
        </span>
      </span>
      {canResume ? (
        <Button
          size="sm"
          busy={resume.isPending}
          icon={<Play className="size-4" aria-hidden />}
          onClick={() => resume.mutate()}
        >
          Resume {name}
        </Button>
      ) : (
        <span className="text-label text-muted">Owners and operations can resume it</span>
      )}
      {resume.isError && (
        <p role="alert" className="basis-full text-danger">
          {errorMessage(resume.error)}
        </p>
      )}
    </li>
  );
}

function CutOffProvider({ provider }: { provider: ProviderOverview }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canProbe = useCan('providers.change');
  const { name, state, failures, reason, closedForMs, pausedMs, waiting, stopped, isCheckPending } = provider;
  const probe = useMutation({
    mutationFn: () => client.send('POST', `/api/admin/providers/${encodeURIComponent(name)}/check`),
    onSuccess: () => toast.success(`A worker is checking ${name}`),
    onSettled: () => cache.invalidateQueries({ queryKey: ['job-metrics'] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <Badge tone={stateOf(provider).tone}>{stateOf(provider).label}</Badge>
      <span className="min-w-0 flex-1 basis-40">
        <TextLink to="/providers">{`Provider ${name}`}</TextLink>
        <span className="block text-label break-words text-muted tabular-nums">
          {[
            stopped && `Draining: ${stopped.reason}.`,
            stopped && state !== 'closed' && `Its circuit breaker is ${state === 'open' ? 'open' : 'half open'}.`,
            failures > 0 && `${failuresText(failures)}${reason ? `: ${reasonText(reason)}` : ''}.`,
            closedForMs > 0 && !isKeyMissing(provider) && `Next attempt in ${formatSeconds(closedForMs / 1_000)}.`,
            pausedMs > 0 && `It asked Luit to pause for ${formatSeconds(pausedMs / 1_000)}.`,
            `${waiting} queued`,
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
      </span>
      {state !== 'closed' && canProbe && (
        <Button
          size="sm"
          aria-label={`Probe now: ${name}`}
          busy={probe.isPending || isCheckPending}
          onClick={() => probe.mutate()}
        >
          Probe now
        </Button>
      )}
      {probe.isError && (
        <p role="alert" className="basis-full text-danger">
          {errorMessage(probe.error)}
        </p>
      )}
    </li>
  );
}
