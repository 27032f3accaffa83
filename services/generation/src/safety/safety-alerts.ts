import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const IS_PAUSED = `until > now()`;

/** The alert cause of accounts with repeatedly refused prompts or outputs. */
@Injectable()
export class SafetyAlerts {
  constructor(private readonly database: DataSource) {}

  /** SQL: false if no account is paused. */
  readonly mayExist = `EXISTS (SELECT FROM safety_pauses WHERE ${IS_PAUSED})`;

  async alertCauses(): Promise<AlertCause[]> {
    const [{ count, category }] = (await this.database.query(
      `SELECT count(*)::int AS count,
              (SELECT category FROM safety_findings JOIN safety_pauses USING (user_id) WHERE verdict = 'refuse' AND ${IS_PAUSED}
                GROUP BY category ORDER BY count(*) DESC, category LIMIT 1) AS category
         FROM safety_pauses WHERE ${IS_PAUSED}`,
    )) as [{ count: number; category: string | null }];
    if (count === 0) return [];
    const accounts = count === 1 ? '1 account is' : `${count} accounts are`;
    return [
      {
        kind: 'prompts_refused',
        subject: 'accounts',
        summary: `${accounts} paused because the content policy refused several of their prompts or outputs, most in the category ${category ?? 'unknown'}.`,
        action:
          'Read the refused prompts and open the refused outputs. Block accounts that keep trying, and correct words that refuse harmless prompts.',
        severity: 'warning',
      },
    ];
  }
}
