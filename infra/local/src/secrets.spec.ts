import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSecrets } from './secrets';

describe("the stack's secrets", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-secrets-'));
  const file = path.join(folder, 'secrets.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are made once, each of its own, for their owner alone', () => {
    const secrets = loadSecrets(file);
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
    expect(secrets.authSecret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecrets(file)).toEqual(secrets);
  });

  it('gain what a newer version needs, and keep the rest', () => {
    const { adminPassword, ...others } = loadSecrets(file);
    writeFileSync(file, JSON.stringify(others));
    const mended = loadSecrets(file);
    expect(mended).toMatchObject(others);
    expect(mended.adminPassword).not.toBe(adminPassword);
  });

  it('are not replaced when the file is damaged', () => {
    writeFileSync(file, '{"authSecret": "abc');
    expect(() => loadSecrets(file)).toThrow('--fresh');
    expect(readFileSync(file, 'utf8')).toBe('{"authSecret": "abc');
  });
});
