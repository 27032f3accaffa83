import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..', '..');
const TABLE = readFileSync(path.join(ROOT, 'docs', 'operations', 'asvs.md'), 'utf8');
const ROWS = TABLE.split('\n').filter((line) => line.startsWith('| v5.0.0-'));
/** Levels 1 and 2 of ASVS 5.0.0. */
const REQUIREMENTS = 253;

describe('the ASVS table', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    const ids = ROWS.map((row) => row.split('|')[1]?.trim());
    expect(new Set(ids).size).toBe(REQUIREMENTS);
    expect(ids).toHaveLength(REQUIREMENTS);
  });

  it('says of each requirement that it is met, not applicable or a gap', () => {
    expect(ROWS.filter((row) => !/ \| (met|n\/a|\*\*gap\*\*) \| /.test(row))).toEqual([]);
  });

  it('names only files that exist', () => {
    const named = [...TABLE.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w.-]+\.(?:md|json|yml)|\.env\.example)`/g)].map(
      ([, file]) => file,
    );
    const missing = named.filter((file) => file?.includes('.') && !existsSync(path.join(ROOT, file)));
    expect(named.length).toBeGreaterThan(100);
    expect(missing.filter((file) => !file?.startsWith('application/'))).toEqual([]);
  });
});
