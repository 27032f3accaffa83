import { DEFAULT_RETENTION_DAYS, FIXED_RETENTION, RETENTION_RULES } from '@luit/contracts/operations/retention';
import { parseEnvironment } from '../config';
import { retentionEnvironment } from './retention-settings';

const parse = (RETENTION_DAYS?: string) =>
  parseEnvironment(retentionEnvironment, { RETENTION_DAYS, LUIT_MODE: 'local' }).RETENTION_DAYS;

describe('RETENTION_DAYS', () => {
  it('without it, and where it names no table, the defaults apply', () => {
    expect(parse()).toEqual(DEFAULT_RETENTION_DAYS);
    expect(parse('{"auth.mails":90}')).toEqual({ ...DEFAULT_RETENTION_DAYS, 'auth.mails': 90 });
  });

  it.each(Object.entries(RETENTION_RULES))(
    '%s cannot be shorter than its minimum',
    (table, { minimumDays, reason }) => {
      expect(parse(JSON.stringify({ [table]: minimumDays }))).toMatchObject({ [table]: minimumDays });
      expect(() => parse(JSON.stringify({ [table]: minimumDays - 1 }))).toThrow(
        `RETENTION_DAYS.${table}: must be at least ${minimumDays} days, because ${reason}`,
      );
    },
  );

  it.each(['billing.invoices', 'billing.transfers', 'billing.payments'])('%s cannot be deleted at any age', (table) => {
    const message = `RETENTION_DAYS.${table}: cannot be set: the law requires books of account of eight financial years`;
    for (const days of [1, 365, 3_000]) expect(() => parse(JSON.stringify({ [table]: days }))).toThrow(message);
  });

  it('a table has one rule', () => {
    expect(Object.keys(RETENTION_RULES).filter((table) => table in FIXED_RETENTION)).toEqual([]);
  });

  it.each([
    '{"billing.transfers":9999}',
    '{"auth.mail":90}',
    '90',
    'mails=90',
    '{"auth.mails":"90"}',
    '{"auth.mails":1e6}',
  ])('rejects %s', (text) => expect(() => parse(text)).toThrow('Invalid configuration'));
});
