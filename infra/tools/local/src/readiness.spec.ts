import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { Client } from 'pg';
import { freePort } from './port-leases';
import { startPostgres } from './postgres';
import { isHttpReady, isPostgresReady, isRedisReady } from './readiness';
import { redisServerPath } from './system-programs';
import { until } from './testing/until';

describe('only the own process makes a check of readiness succeed', () => {
  it('at an HTTP server', async () => {
    const server = createServer((_request, response) => response.setHeader('luit-process-id', process.pid).end('ok'));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isHttpReady(`http://127.0.0.1:${port}/`, process.pid)).toBe(true);
    expect(await isHttpReady(`http://127.0.0.1:${port}/`, process.pid + 1)).toBe(false);
    server.closeAllConnections();
    server.close();
  });

  it('at a Redis with the same password', async () => {
    const port = await freePort();
    const settings = { port, bind: '127.0.0.1', save: '', requirepass: 'secret' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const redis = spawn(redisServerPath(console.log), args, { stdio: 'ignore' });
    const url = `redis://default:secret@127.0.0.1:${port}`;
    try {
      await until(() => isRedisReady(url, redis.pid ?? 0));
      expect(await isRedisReady(url, process.pid)).toBe(false);
      expect(await isRedisReady(url.replace('secret', 'wrong'), redis.pid ?? 0)).toBe(false);
    } finally {
      redis.kill('SIGKILL');
    }
    await until(async () => !(await isRedisReady(url, redis.pid ?? 0)));
  });

  it('at a Postgres with the same password', async () => {
    const postgres = await startPostgres();
    try {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      await client.end();
      const dataDir = rows[0]?.data_directory ?? '';
      expect(await isPostgresReady(postgres.url, dataDir)).toBe(true);
      expect(await isPostgresReady(postgres.url, `${dataDir}-copy`)).toBe(false);
    } finally {
      await postgres.stop();
    }
    expect(await isPostgresReady(postgres.url, 'any')).toBe(false);
  }, 60_000);
});
