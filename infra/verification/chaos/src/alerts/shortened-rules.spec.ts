import { readFileSync } from 'node:fs';
import path from 'node:path';
import { alertNames, shortenedRules } from './shortened-rules';

const rules = readFileSync(
  path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'prometheus', 'rules.yml'),
  'utf8',
);

describe('shortened rules', () => {
  it('divide waits by 60 and ranges by 20, and change nothing else', () => {
    const quick = shortenedRules(rules);
    expect(alertNames(quick)).toEqual(alertNames(rules));
    expect(quick).not.toMatch(/for: \d+[mh]\b|\[\d+[mh]\]/);
    expect(quick).toContain('(luit_invariant_last_run_timestamp_seconds) > 120');
    expect(quick).toContain('max by (service) (luit_outbox_lag_seconds) > 30');
    const bare = (text: string) => text.replace(/\d+(ms|[smh])?/g, '');
    expect(bare(quick)).toBe(bare(rules));
  });
});
