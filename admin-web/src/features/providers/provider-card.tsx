import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Meter } from '../../components/meter';
import { DescriptionList, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { currentDay, formatClock, formatDateTime, formatNumber, formatSeconds } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { Elapsed } from '../../components/elapsed';
import { costText } from './costs/current-entries';
import { providerCostsQuery } from './costs/provider-costs-query';
import { ProviderActions } from './provider-actions';
import { KINDS, MICROS } from './provider-kinds';
import { ConnectGpu } from './runners/connect-gpu';
import { failuresText, isKeyMissing, stateOf, successOf } from './provider-state';

/** One provider: its state, its limits and its results. */
export function ProviderCard({ provider }: { provider: ProviderOverview }) {
  const mayChange = useCan('providers.change');
  const { name, stopped, busy, slots, waiting, submitsLeft, submitsPerMinute, pollsPerMinute } = provider;
  const { label, tone } = stateOf(provider);
  const items: [string, ReactNode][] = [
    ['Connection', <Connection key="connection" provider={provider} />],
    ['Circuit breaker', <Breaker key="breaker" provider={provider} />],
    ['Latest check', <LatestCheck key="check" provider={provider} />],
    [
      'In flight',
      <div key="busy" className="grid gap-1.5">
        <span>{`${formatNumber(busy)} of ${formatNumber(slots)} slots`}</span>
        <Meter value={busy} of={slots} label={`${busy} of ${slots} slots of ${name} in use`} />
      </div>,
    ],
    [
      'Queued for it',
      waiting === 0 ? (
        'No jobs'
      ) : (
        <TextLink key="waiting" to={`/jobs?status=pending&provider=${encodeURIComponent(name)}`}>
          {waiting === 1 ? '1 job' : `${formatNumber(waiting)} jobs`}
        </TextLink>
      ),
    ],
    ['Jobs succeeded', successText(provider)],
    ['Typical run time', runTimeText(provider)],
    [
      'Rate limits',
      `${formatNumber(submitsPerMinute)} submissions a minute (${formatNumber(submitsLeft)} available now), ${formatNumber(pollsPerMinute)} polls a minute`,
    ],
    ['Models and costs', <Costs key="costs" provider={provider} />],
  ];
  return (
    <Section title={name} action={<Badge tone={tone}>{label}</Badge>}>
      {stopped && (
        <Alert tone="info" className="mx-4 mt-3">
          <p>{`${stopped.state === 'off' ? 'Off' : 'Draining'} since ${formatDateTime(stopped.since)}: ${stopped.reason}`}</p>
          <p>{`It receives no new jobs. ${inFlightText(busy)}`}</p>
          {provider.unserved.length > 0 && (
            <p className="font-semibold">{`No provider that is on runs ${provider.unserved.join(', ')}, so those jobs are waiting.`}</p>
          )}
        </Alert>
      )}
      <DescriptionList items={items} />
      {mayChange && <ProviderActions provider={provider} />}
      {provider.settings.kind === 'runner' && <ConnectGpu instance={name} />}
    </Section>
  );
}

function Costs({ provider: { name, models } }: { provider: ProviderOverview }) {
  const { client } = useServices();
  const { data } = useQuery(providerCostsQuery(client));
  if (models.length === 0) return 'None';
  return (
    <ul>
      {models.map((model) => (
        <li key={model}>{data ? `${model}: ${costText(data.prices, name, model, currentDay())}` : model}</li>
      ))}
    </ul>
  );
}

function inFlightText(busy: number): string {
  if (busy === 0) return 'It is not running any.';
  return busy === 1
    ? 'The job that it is running will finish.'
    : `The ${formatNumber(busy)} jobs that it is running will finish.`;
}

function Breaker({ provider }: { provider: ProviderOverview }) {
  const { state, openedAt, failures, reason, closedForMs, pausedMs, stopped } = provider;
  const pause = pausedMs > 0 && ` Rate limited by the provider for ${formatSeconds(pausedMs / 1_000)} more.`;
  if (isKeyMissing(provider)) {
    return (
      <span className="text-danger">
        Open: workers cannot use it. Its jobs go to other providers or wait. The circuit closes as soon as a worker can.
        Check PROVIDER_SECRETS of generation and the workers.
      </span>
    );
  }
  if (state === 'closed') {
    return (
      <>
        <span>
          {failures === 0 ? 'Closed' : `Closed, after ${failuresText(failures)}${reason ? `: ${reason}` : ''}.`}
        </span>
        {pause && <span>{pause}</span>}
      </>
    );
  }
  return (
    <span className="text-danger">
      <span>{state === 'open' ? 'Open' : 'Half open'}</span>
      {openedAt && (
        <span>
          {' '}
          since {formatClock(openedAt)} (<Elapsed since={openedAt} />)
        </span>
      )}
      <span>{`, after ${failuresText(failures)}${reason ? `: ${reason}` : ''}. `}</span>
      <span>{stopped ? 'No job probes it until it is on.' : probeText(state, closedForMs)}</span>
      {pause && <span>{pause}</span>}
    </span>
  );
}

function probeText(state: ProviderOverview['state'], closedForMs: number): string {
  if (closedForMs === 0) return 'The next job probes it.';
  const what = state === 'open' ? 'The next job probes it' : 'A job is probing it now; the result is due';
  return `${what} in ${formatSeconds(closedForMs / 1_000)} at the latest.`;
}

function LatestCheck({ provider: { lastCheck, isCheckPending } }: { provider: ProviderOverview }) {
  if (isCheckPending) return 'Requested. A worker will check within seconds.';
  if (!lastCheck) return 'None. Workers check a provider while its circuit breaker is not closed.';
  const { at, isReachable, fault, facts } = lastCheck;
  return (
    <span className={isReachable ? undefined : 'text-danger'}>
      <span>{`${isReachable ? 'It answered' : 'Failed'} at ${formatDateTime(at)}`}</span>
      {fault && <span>{`. ${fault}.`}</span>}
      {facts && <span className="block text-muted">{factsText(facts)}</span>}
    </span>
  );
}

function factsText({ software, models, devices }: ServerFacts): string {
  const gigabytes = (bytes: number) => formatNumber(Math.round(bytes / 1_000_000_000));
  const memory = devices.map(
    ({ name, totalBytes, freeBytes }) => `${name}: ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} GB free`,
  );
  const known = models.length > 0 ? [`${formatNumber(models.length)} models: ${models.slice(0, 5).join(', ')}`] : [];
  return [software, ...memory, ...known].filter(Boolean).join(' · ');
}

function Connection({ provider: { settings, hasCredential, hasWebhookSecret } }: { provider: ProviderOverview }) {
  const { kind, dialect, baseUrl, isOwn, priority, gpuCost } = settings;
  const facts = [
    [KINDS[kind], dialect && `(${dialect})`].filter(Boolean).join(' '),
    ...(kind === 'runner' ? [] : [isOwn && 'own server', hasCredential ? 'key stored' : 'no key']),
    kind === 'replicate' && !hasWebhookSecret && 'no webhook secret, so jobs finish later, by polling',
    priority !== 0 && `priority ${priority}`,
    gpuCost && `${gpuCost.microsPerSecond / MICROS} ${gpuCost.currency} a second`,
  ];
  return (
    <span>
      {baseUrl && <span className="block font-mono text-sm wrap-anywhere">{baseUrl}</span>}
      <span>{facts.filter(Boolean).join(', ')}</span>
    </span>
  );
}

function successText({ lastFiveMinutes, lastHour }: ProviderOverview): string {
  return `Last 5 minutes: ${successOf(lastFiveMinutes)}. Last hour: ${successOf(lastHour)}.`;
}

function runTimeText({ runP50, runP95 }: ProviderOverview): string {
  if (runP50 === null) return 'No figures yet: no job succeeded in the last 24 hours';
  return `${formatSeconds(runP50)}, 95% within ${formatSeconds(runP95)} (last 24 hours)`;
}
