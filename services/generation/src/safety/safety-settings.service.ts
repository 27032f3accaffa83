import {
  DEFAULT_SAFETY_SETTINGS,
  safetyCalls,
  type SafetyCategory,
  type SafetySettings,
} from '@luit/contracts/generation/safety';
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

type CategoryChange = RequestOf<typeof safetyCalls.changeSafetyCategory>;
type ClassifierChange = RequestOf<typeof safetyCalls.changeSafetyClassifier>;
type ThrottleChange = RequestOf<typeof safetyCalls.changeSafetyThrottle>;

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
  get(): Promise<SafetySettings> {
    return this.stored(this.database.manager);
  }

  private async stored(manager: EntityManager): Promise<SafetySettings> {
    const [row] = await manager.query<{ settings: SafetySettings }[]>('SELECT settings FROM safety_settings');
    return withDefaults(row?.settings);
  }

  @OnCall(safetyCalls.changeSafetyCategory)
  changeCategory({ category, verdict, words = [], ...by }: CategoryChange): Promise<SafetySettings> {
    return this.change(by, category, (settings) => {
      const before = settings.categories[category];
      const details = {
        verdict: before.verdict === verdict ? verdict : `${before.verdict} → ${verdict}`,
        ...(words.length || before.words.length ? { words: wordsChanged(before.words, words) } : {}),
      };
      const categories = { ...settings.categories, [category]: { verdict, words } };
      return { after: { ...settings, categories }, details };
    });
  }

  @OnCall(safetyCalls.changeSafetyThrottle)
  changeThrottle({ adminId, reason, ...throttle }: ThrottleChange): Promise<SafetySettings> {
    const { refusals, windowMinutes, pauseMinutes } = throttle;
    const details = { throttle: `${refusals} in ${windowMinutes} minutes pause for ${pauseMinutes} minutes` };
    return this.change({ adminId, reason }, null, (settings) => ({ after: { ...settings, throttle }, details }));
  }

  @OnCall(safetyCalls.changeSafetyClassifier)
  changeClassifier({ adminId, reason, onFailure, ...thresholds }: ClassifierChange): Promise<SafetySettings> {
    const numbers = Object.entries(thresholds).map(([category, percent]) => `${category} ${percent} %`);
    const details = { classifier: `${onFailure} without an answer; ${numbers.join(', ')}` };
    return this.change({ adminId, reason }, null, (settings) => ({
      after: { ...settings, classifier: { onFailure, thresholds } },
      details,
    }));
  }

  private async change(
    { adminId, reason }: { adminId: string; reason: string },
    subject: SafetyCategory | null,
    update: (before: SafetySettings) => { after: SafetySettings; details: Record<string, string> },
  ): Promise<SafetySettings> {
    const settings = await this.database.transaction(async (manager) => {
      await manager.query('LOCK TABLE safety_settings IN EXCLUSIVE MODE');
      const { after, details } = update(await this.stored(manager));
      await manager.query(
        `INSERT INTO safety_settings (settings, admin_id) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET settings = $1, admin_id = $2, changed_at = now()`,
        [JSON.stringify(after), adminId],
      );
      const action = { adminId, action: 'safety_settings_changed', subject } as const;
      await writeEvent(manager, operationsEvents.operatorActed, {
        ...{ id: uuidv7(), ...action },
        details: { ...details, reason },
      });
      return after;
    });
    this.forget();
    return settings;
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
function wordsChanged(before: string[], after: string[]): string {
  const added = after.filter((word) => !before.includes(word)).length;
  const removed = before.filter((word) => !after.includes(word)).length;
  return `${after.length}, ${added} added, ${removed} removed`;
}
