import { ChoiceField, DayField } from '../../http/fields';

export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90 } as const;

export class AnalyticsQuery {
  @ChoiceField(Object.keys(TIMEFRAMES), { default: '30d', message: 'timeframe must be 7d, 30d or 90d' })
  timeframe: keyof typeof TIMEFRAMES = '30d';
}

export class RevenueQuery {
  @DayField({ isOptional: true, description: 'First day, in IST; by default 30 days before the last day' })
  start?: string;

  @DayField({ isOptional: true, description: 'Last day; by default today' })
  end?: string;
}
