import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSecrets } from './secrets';

describe("the stack's secrets", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-secrets-'));
    file = path.join(folder, 'secrets.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('secrets are generated once, differ from each other, and are readable only by their owner', () => {
    const secrets = loadSecrets(file);
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
    expect(secrets.authSecret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecrets(file)).toEqual(secrets);
  });

  it('the key of web pushes has the length that auth accepts', () => {
    const secrets = loadSecrets(file);
    expect(secrets.vapidPrivateKey).toMatch(/^[\w-]{43}$/);
  });

  it('a missing secret is added and the others are kept', () => {
    const { adminPassword, ...others } = loadSecrets(file);
    writeFileSync(file, JSON.stringify(others));
    const completed = loadSecrets(file);
    expect(completed).toMatchObject(others);
    expect(completed.adminPassword).not.toBe(adminPassword);
  });

  it('a damaged file is rejected and left unchanged', () => {
    writeFileSync(file, '{"authSecret": "abc');
    expect(() => loadSecrets(file)).toThrow('--fresh');
    expect(readFileSync(file, 'utf8')).toBe('{"authSecret": "abc');
  });
});
