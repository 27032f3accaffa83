import { ChoiceField, TextField } from '../../http/fields';

export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90 } as const;

const DAY = {
  message: 'A day must be written as 2026-11-21',
  isOptional: true,
  max: 10,
  pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
};

export class AnalyticsQuery {
  @ChoiceField(Object.keys(TIMEFRAMES), { default: '30d', message: 'timeframe must be 7d, 30d or 90d' })
  timeframe: keyof typeof TIMEFRAMES = '30d';
}

export class RevenueQuery {
  @TextField({ ...DAY, description: 'First day, in IST; by default 30 days before the last day' })
  start?: string;

  @TextField({ ...DAY, description: 'Last day; by default today' })
  end?: string;
}
