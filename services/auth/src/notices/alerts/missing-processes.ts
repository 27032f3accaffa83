import type { AlertCause, AlertKind } from '@luit/contracts/alerts/alerts';
import type { Service } from '@luit/contracts/messages/message';
import { SILENT_MS, type SignOfLife, UPDATE_MS } from '@luit/platform/presence/presence';

export interface MissingProcesses {
  cause: AlertCause | null;
  /** Processes that nobody misses anymore: they left, or others took their place. */
  obsolete: string[];
  /** Others may have fallen silent at the same time, which is one problem and not two. It is certain within ten seconds. */
  isUndecided: boolean;
}

/** The kinds of these alerts. When critical, one explains other alerts. */
export const MISSING: AlertKind[] = ['no_worker', 'service_unavailable'];

/** Several signs of life are late, milliseconds. */
const DOUBTFUL_MS = 10_000;

/**
 * Compares the processes that gave a sign of life with those that are known. A process that started after another one fell silent takes its place.
 *
 * @param now milliseconds on the clock of Redis
 */
export function missingProcesses(service: Service, signs: SignOfLife[], now: number): MissingProcesses {
  const alive = signs.filter(({ hasLeft, at }) => !hasLeft && now - at <= SILENT_MS);
  const left = signs.filter(({ hasLeft }) => hasLeft);
  const silent = silentOf(signs, now);
  const silentSince = Math.min(...silent.map(({ at }) => at));
  const replaced = alive.filter(({ startedAt }) => startedAt > silentSince).length;
  const missing = Math.max(0, silent.length - replaced);
  const obsolete = [...(alive.length > 0 ? left : []), ...(missing === 0 ? silent : [])].map(
    ({ instance }) => instance,
  );
  if (missing > 0) {
    const isRecent = silent.some(({ at }) => now - at < SILENT_MS + DOUBTFUL_MS);
    const isUndecided = isRecent && alive.some(({ at }) => now - at > DOUBTFUL_MS);
    return { cause: silentCause(service, alive.length, missing, silent), obsolete, isUndecided };
  }
  const leftAt = Math.max(...left.map(({ at }) => at));
  const isStopped = alive.length === 0 && now - leftAt > UPDATE_MS && left.length > 0;
  return { cause: isStopped ? stoppedCause(service) : null, obsolete, isUndecided: false };
}

/** @param now milliseconds on the clock of Redis */
export function silentOf(signs: SignOfLife[], now: number): SignOfLife[] {
  return signs.filter(({ hasLeft, at }) => !hasLeft && now - at > SILENT_MS);
}

function silentCause(service: Service, alive: number, missing: number, silent: SignOfLife[]): AlertCause {
  const names = silent.map(({ instance }) => instance).sort();
  const gave = `${names.join(', ')} gave no sign of life for ${SILENT_MS / 1_000} seconds`;
  const noun = service === 'worker' ? 'workers' : `processes of ${service}`;
  if (alive > 0)
    return {
      ...identity(service),
      summary: `${missing} of ${alive + missing} ${noun} ${missing === 1 ? 'does' : 'do'} not respond: ${gave}.`,
      action: `Check the log of ${names[0]} and restart it. If it was removed on purpose, say so on the Alerts page.`,
      severity: 'warning',
    };
  return {
    ...identity(service),
    summary:
      service === 'worker' ? `No worker responds: ${gave}.` : `The service ${service} does not respond: ${gave}.`,
    action: `Start ${service} again; its log says why it ended. ${EFFECTS[service]}`,
    severity: 'critical',
  };
}

function stoppedCause(service: Service): AlertCause {
  return {
    ...identity(service),
    summary: service === 'worker' ? 'No worker runs: the last one was stopped.' : `The service ${service} was stopped.`,
    action: `Start ${service} again. ${EFFECTS[service]}`,
    severity: 'critical',
  };
}

function identity(service: Service): Pick<AlertCause, 'kind' | 'subject'> {
  return { kind: service === 'worker' ? 'no_worker' : 'service_unavailable', subject: service };
}

const EFFECTS: Record<Service, string> = {
  gateway: 'Until then, nobody can open the site.',
  auth: 'Until then, nobody can sign in.',
  billing: 'Until then, nobody can buy credits or start jobs.',
  generation: 'Until then, no job starts or finishes.',
  worker: 'Until then, jobs and emails wait; nothing is lost.',
};
