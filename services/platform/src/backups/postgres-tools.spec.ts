import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dumpSchemas, hasPostgresTools } from './postgres-tools';

describe('the tools of Postgres', () => {
  const { PATH } = process.env;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-tools-'));
    process.env.PATH = folder;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });

  const install = (tool: string, script: string) => {
    writeFileSync(path.join(folder, tool), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, tool), 0o755);
  };
  const installVersion = (tool: string, version: string) =>
    install(tool, `echo '${tool} (PostgreSQL) ${version} (Debian ${version}-1)'`);

  it('are used if both have the major version of the server', async () => {
    installVersion('pg_dump', '18.6');
    installVersion('pg_restore', '18.6');
    expect(await hasPostgresTools(18)).toBe(true);
    expect(await hasPostgresTools(17)).toBe(false);
  });

  it('are not used if one is missing, older than the server or broken', async () => {
    installVersion('pg_dump', '18.6');
    expect(await hasPostgresTools(18)).toBe(false);
    installVersion('pg_restore', '15.18');
    expect(await hasPostgresTools(18)).toBe(false);
    install('pg_restore', 'exit 127');
    expect(await hasPostgresTools(18)).toBe(false);
  });

  it('get the connection in their environment, and their failure is reported', async () => {
    install('pg_dump', 'echo "$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE $PGSSLMODE $*" >&2; exit 1');
    const dump = dumpSchemas('postgres://us%40er:pass%2Fword@db.example/luit?sslmode=require', {
      schemas: ['auth'],
      snapshot: '1-2-3',
      file: path.join(folder, 'dump'),
    });
    await expect(dump).rejects.toThrow(
      'pg_dump failed: us@er:pass/word@db.example:5432/luit require --format=custom --no-password --snapshot=1-2-3 --schema=auth',
    );
  });
});
