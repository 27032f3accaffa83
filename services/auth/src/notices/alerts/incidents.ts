import type { AlertKind } from '@luit/contracts/alerts/alerts';
import type { EntityManager } from 'typeorm';
import { MISSING } from './missing-processes';

/** SQL: names of kinds. */
const kinds = (...names: AlertKind[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** May be the effect of another problem. */
const EFFECTS: AlertKind[] = [
  'queue_not_draining',
  'customers_waiting',
  'submissions_unconfirmed',
  'jobs_failing',
  'jobs_overdue',
  'results_waiting',
  'provider_down',
  'mails_failing',
];

/** Without billing or workers, the credits of finished jobs are not settled (I3), and running jobs are not polled (I6). */
const EFFECT_INVARIANTS = `('I3', 'I6')`;

/** A missing process is noticed 20 to 35 seconds after its end, so what may be its effect pages no one before. */
const NOTICED_WITHIN = '40 seconds';

/** How long effects may last after the end of their cause, and how soon after one provider the others fail in the same incident. */
const EFFECTS_LAST = '5 minutes';

/** Services that stop together, as with their machine, are noticed within half of this time, and are back within this time of each other. */
const STOP_TOGETHER = '1 minute';

/** SQL on alerts `cause` and `effect`: the cause explains the effect. */
const EXPLAINS = [
  `cause.kind IN ${kinds(...MISSING)} AND effect.kind IN ${kinds(...EFFECTS)}
     AND (cause.severity = 'critical' OR effect.kind = 'submissions_unconfirmed')`,
  `cause.kind IN ${kinds(...MISSING)} AND cause.severity = 'critical' AND effect.kind = 'invariant_violated'
     AND effect.subject IN ${EFFECT_INVARIANTS}`,
  `cause.kind IN ${kinds(...MISSING)} AND cause.severity = 'critical' AND effect.kind IN ${kinds(...MISSING)}
     AND cause.id < effect.id AND cause.closed_at IS NULL AND effect.opened_at < cause.opened_at + interval '${STOP_TOGETHER}'`,
  `cause.kind = 'provider_down' AND effect.kind IN ${kinds('queue_not_draining', 'customers_waiting', 'results_waiting')}`,
  `cause.kind = 'provider_down' AND effect.kind IN ${kinds('submissions_unconfirmed', 'jobs_overdue')} AND effect.subject = cause.subject`,
  `cause.kind = 'provider_down' AND effect.kind = 'jobs_failing' AND effect.subject = 'provider ' || cause.subject`,
  `cause.kind = 'provider_down' AND effect.kind = 'provider_down' AND cause.id < effect.id AND cause.closed_at IS NULL
     AND effect.opened_at < cause.opened_at + interval '${EFFECTS_LAST}'`,
  `cause.kind = 'queue_not_draining' AND effect.kind = 'customers_waiting'`,
]
  .map((rule) => `(${rule})`)
  .join(' OR ');

/** One transaction at a time changes alerts, so that the last one of an incident sees that all others are closed. */
export async function lockAlerts(manager: EntityManager): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('alerts'))`);
}

/** How long after it opened an alert pages. @returns an interval */
export function pagesAfter(kind: AlertKind): string {
  return EFFECTS.includes(kind) ? NOTICED_WITHIN : '0 seconds';
}

/** Makes open alerts that have paged no one effects of what explains them. One that outlasts its cause pages like any other alert. */
export async function placeEffects(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE alerts SET cause_id = found.cause_id FROM (
       SELECT DISTINCT ON (effect.id) effect.id, cause.id AS cause_id
         FROM alerts effect JOIN alerts cause ON cause.id <> effect.id
          AND (cause.closed_at IS NULL OR cause.closed_at > now() - interval '${EFFECTS_LAST}') AND (${EXPLAINS})
        WHERE effect.closed_at IS NULL AND effect.cause_id IS NULL AND effect.told = '{}'
        ORDER BY effect.id, cause.closed_at IS NOT NULL, cause.id) AS found
      WHERE alerts.id = found.id`,
  );
  let moved = 1;
  // An effect of an effect belongs to the first cause.
  while (moved > 0) {
    [, moved] = await manager.query<[unknown, number]>(
      `UPDATE alerts SET cause_id = cause.cause_id FROM alerts cause
        WHERE alerts.closed_at IS NULL AND cause.id = alerts.cause_id AND cause.cause_id IS NOT NULL`,
    );
  }
  await manager.query(
    `UPDATE alerts SET page_due_at = CASE WHEN cause.closed_at IS NOT NULL
         THEN greatest(alerts.muted_until, cause.closed_at + CASE WHEN alerts.kind IN ${kinds(...MISSING)}
           THEN interval '${STOP_TOGETHER}' ELSE interval '${EFFECTS_LAST}' END) END
       FROM alerts cause WHERE cause.id = alerts.cause_id AND alerts.closed_at IS NULL`,
  );
}
