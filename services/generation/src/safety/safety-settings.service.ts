import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import {
  DEFAULT_SAFETY_SETTINGS,
  safetyCalls,
  type SafetySettings,
  type StoredSafetySettings,
} from '@luit/contracts/generation/safety';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { RuleSet } from './rule-set';

/** The poller finds what another replica changed recently. */
const CACHE_MS = 60_000;
const POLL_MS = 5_000;
const IS_RECENT = `changed_at > now() - interval '15 seconds'`;

type Change = RequestOf<typeof safetyCalls.changeSafetySettings>;

export interface SafetyState {
  settings: SafetySettings;
  rules: RuleSet;
  /** When paused accounts may create again, on the clock of `performance.now()`. */
  pausedUntil: Map<string, number>;
}

/** The settings of operators with their compiled word lists, and the accounts that are paused. */
@Injectable()
export class SafetySettingsService implements OnModuleInit {
  private readonly recent = new RecentValue<SafetyState>(CACHE_MS);
  private compiled?: { version: string; rules: RuleSet };

  constructor(
    private readonly database: DataSource,
    private readonly due: DuePoller,
  ) {}

  onModuleInit(): void {
    this.due.add({
      name: 'safety-settings',
      dueInMs: dueWhile(`EXISTS (SELECT FROM safety_settings WHERE ${IS_RECENT})
                      OR EXISTS (SELECT FROM safety_pauses WHERE ${IS_RECENT})`),
      withinMs: POLL_MS,
      work: () => Promise.resolve(this.forget()),
    });
  }

  /** From memory, unless something changed. */
  current(): Promise<SafetyState> {
    return this.recent.get(() => this.read());
  }

  /** Makes the next check of this replica read the new settings. */
  forget(): void {
    this.recent.forget();
  }

  @OnCall(safetyCalls.getSafetySettings)
  get(): Promise<StoredSafetySettings> {
    return this.stored(this.database.manager);
  }

  private async stored(manager: EntityManager): Promise<StoredSafetySettings> {
    const [row] = await manager.query<{ settings: SafetySettings; changedAt: Date }[]>(
      'SELECT settings, changed_at AS "changedAt" FROM safety_settings',
    );
    return { ...withDefaults(row?.settings), changedAt: row?.changedAt.toISOString() ?? null };
  }

  @OnCall(safetyCalls.changeSafetySettings)
  async change({ adminId, reason, basedOn, ...changes }: Change): Promise<StoredSafetySettings> {
    const after = await this.database.transaction(async (manager) => {
      await manager.query('LOCK TABLE safety_settings IN EXCLUSIVE MODE');
      const before = await this.stored(manager);
      if (before.changedAt !== basedOn)
        throw new LuitError('conflict', 'The settings have been changed in the meantime', { details: { ...before } });
      const { changedAt: _, ...settings } = before;
      const changed = {
        categories: { ...settings.categories, ...changes.categories },
        throttle: changes.throttle ?? settings.throttle,
        classifier: changes.classifier ?? settings.classifier,
      };
      await manager.query(
        `INSERT INTO safety_settings (settings, admin_id) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET settings = $1, admin_id = $2, changed_at = clock_timestamp()`,
        [JSON.stringify(changed), adminId],
      );
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), adminId, subject: null },
        action: 'safety_settings_changed',
        details: { ...detailsOf(settings, changes), reason },
      });
      return this.stored(manager);
    });
    this.forget();
    return after;
  }

  private async read(): Promise<SafetyState> {
    const readAt = performance.now();
    const [row] = (await this.database.query(STATE_SQL)) as [
      { settings: SafetySettings | null; pauses: { userId: string; ms: number }[] },
    ];
    const settings = withDefaults(row.settings);
    const pausedUntil = new Map(row.pauses.map(({ userId, ms }) => [userId, readAt + ms]));
    return { settings, rules: this.rulesOf(settings), pausedUntil };
  }

  /** Compiles the lists once for each version of the settings. */
  private rulesOf(settings: SafetySettings): RuleSet {
    const version = JSON.stringify(settings.categories);
    if (this.compiled?.version !== version) {
      this.compiled = { version, rules: new RuleSet(settings) };
    }
    return this.compiled.rules;
  }
}

const STATE_SQL = `
  SELECT (SELECT settings FROM safety_settings) AS settings,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'ms', extract(epoch FROM until - now()) * 1000)), '[]')
            FROM safety_pauses WHERE until > now()) AS pauses`;

/** Settings that were stored before a part existed lack it. */
function withDefaults(stored: Partial<SafetySettings> | null | undefined): SafetySettings {
  return { ...DEFAULT_SAFETY_SETTINGS, ...stored };
}

/** For the audit log, which keeps no word lists. */
function detailsOf(before: SafetySettings, changes: Omit<Change, 'adminId' | 'reason' | 'basedOn'>) {
  const { categories = {}, throttle, classifier } = changes;
  const details: Record<string, string> = {};
  for (const name of SAFETY_CATEGORIES) {
    const change = categories[name];
    if (!change) continue;
    const { verdict, words } = change;
    const old = before.categories[name];
    const verdicts = old.verdict === verdict ? verdict : `${old.verdict} → ${verdict}`;
    details[name] =
      words.length || old.words.length ? `${verdicts}; words: ${wordsChanged(old.words, words)}` : verdicts;
  }
  if (throttle) {
    const { refusals, windowMinutes, pauseMinutes } = throttle;
    details.throttle = `${refusals} in ${windowMinutes} minutes pause for ${pauseMinutes} minutes`;
  }
  if (classifier) {
    const numbers = Object.entries(classifier.thresholds).map(([category, percent]) => `${category} ${percent} %`);
    details.classifier = `${classifier.onFailure} without an answer; ${numbers.join(', ')}`;
  }
  return details;
}

function wordsChanged(before: string[], after: string[]): string {
  const added = after.filter((word) => !before.includes(word)).length;
  const removed = before.filter((word) => !after.includes(word)).length;
  return `${after.length}, ${added} added, ${removed} removed`;
}
