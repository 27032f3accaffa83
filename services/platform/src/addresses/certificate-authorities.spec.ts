import { postgresOwner } from '@luit/local/postgres-binaries';
import { startPostgres, type TemporaryPostgres } from '@luit/local/postgres';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresConnection, withCertificateAuthorities } from './certificate-authorities';
import { certificateExpiry, redisEndpoints, webEndpoints } from './tls-endpoints';
import { postgresEndpoints } from '../database/postgres-endpoints';
import { dataSourceOptions } from '../database/data-source-options';
import { prepareDatabase } from '../database/prepare-database';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { eventually } from '../testing/eventually';
import { freePort, startTestRedis, type TestRedis } from '../testing/redis';
import { startSentinel } from '../testing/redis-sentinels';

const folder = mkdtempSync(path.join(tmpdir(), 'luit-tls-'));
const inFolder = (name: string) => path.join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

function makeAuthority(name: string): void {
  const subject = ['-subj', `/CN=${name}`, '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  openssl('req', '-x509', ...subject, '-keyout', inFolder(`${name}.key`), '-out', inFolder(`${name}.pem`));
}

/** Creates a server key and a certificate for `localhost`, signed by the authority. */
function makeCertificate(authority: string): void {
  const request = [
    '-subj',
    '/CN=localhost',
    '-nodes',
    '-newkey',
    'rsa:2048',
    '-addext',
    'subjectAltName=DNS:localhost',
  ];
  openssl('req', ...request, '-keyout', inFolder('server.key'), '-out', inFolder('server.csr'));
  const signer = ['-CA', inFolder(`${authority}.pem`), '-CAkey', inFolder(`${authority}.key`), '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-days',
    '3',
    '-copy_extensions',
    'copyall',
    ...signer,
    '-in',
    inFolder('server.csr'),
    '-out',
    inFolder('server.pem'),
  );
}

beforeAll(() => {
  makeAuthority('ours');
  makeAuthority('another');
  makeCertificate('ours');
  for (const name of ['', 'server.pem']) chmodSync(inFolder(name), 0o755);
  const owner = postgresOwner();
  if ('uid' in owner) chownSync(inFolder('server.key'), owner.uid, owner.gid);
});
afterAll(() => rmSync(folder, { recursive: true }));

const expiryOf = (file: string) => new Date(new X509Certificate(readFileSync(inFolder(file))).validTo);

/** The two forms in which a certificate authority can be configured. */
const forms = [
  ['PEM', (name: string) => readFileSync(inFolder(`${name}.pem`), 'utf8')],
  ['path', (name: string) => inFolder(`${name}.pem`)],
] as const;

it('a web server has an endpoint only with https', () => {
  expect(webEndpoints('https://luit.example')).toEqual([{ name: 'luit.example', host: 'luit.example', port: 443 }]);
  expect(webEndpoints('http://luit.example')).toEqual([]);
});

describe('Redis over TLS', () => {
  let redis: TestRedis;
  let url: string;
  const urlWith = (REDIS_CA: string) => withCertificateAuthorities({ REDIS_URL: url, REDIS_CA }).REDIS_URL ?? '';

  beforeAll(async () => {
    const port = await freePort();
    const certificate = ['--tls-cert-file', inFolder('server.pem'), '--tls-key-file', inFolder('server.key')];
    redis = await startTestRedis(['--tls-port', String(port), ...certificate, '--tls-auth-clients', 'no']);
    const { username, password } = new URL(redis.url);
    url = `rediss://${username}:${password}@localhost:${port}`;
  });
  afterAll(() => redis.stop());

  it.each(forms)(
    'connections, duplicates and queues accept the server with its authority, given as %s',
    async (_, ca) => {
      const connection = connectRedis(urlWith(ca('ours')), 'tls');
      const duplicate = connection.duplicate();
      await expect(duplicate.ping()).resolves.toBe('PONG');
      const queue = new Queue('tls', { connection });
      const names: string[] = [];
      const worker = new Worker('tls', (job) => Promise.resolve(names.push(job.name)), { connection });
      await queue.add('work', {});
      await eventually(() => expect(names).toEqual(['work']));
      await worker.close(true);
      await queue.close();
      duplicate.disconnect();
      await closeRedis(connection);
    },
  );

  it('a connection through a Sentinel verifies both with the authority', async () => {
    const port = await freePort();
    const sentinel = startSentinel(new URL(url.replace('rediss:', 'http:')), [
      'sentinel resolve-hostnames yes',
      'sentinel announce-hostnames yes',
      'port 0',
      `tls-port ${port}`,
      `tls-cert-file ${inFolder('server.pem')}`,
      `tls-key-file ${inFolder('server.key')}`,
      `tls-ca-cert-file ${inFolder('ours.pem')}`,
      'tls-auth-clients no',
      'tls-replication yes',
    ]);
    const { username, password } = new URL(redis.url);
    const address = `rediss+sentinel://${username}:${password}@localhost:${port}/luit`;
    const through = (REDIS_CA: string) => withCertificateAuthorities({ REDIS_URL: address, REDIS_CA }).REDIS_URL ?? '';
    const trusting = connectRedis(through(inFolder('ours.pem')), 'tls');
    await expect(trusting.ping()).resolves.toBe('PONG');
    await closeRedis(trusting);
    const distrusting = connectRedis(through(inFolder('another.pem')), 'tls');
    const error = await new Promise<Error>((resolve) => distrusting.once('error', resolve));
    // ioredis does not say why.
    expect(error.message).toMatch(/^All sentinels are unreachable/);
    distrusting.disconnect();
    await sentinel.stop();
  });

  it('connections to the nodes of a cluster verify them with the authority', async () => {
    const port = await freePort();
    const certificate = ['--tls-cert-file', inFolder('server.pem'), '--tls-key-file', inFolder('server.key')];
    const node = await startTestRedis([
      ...['--tls-port', String(port), ...certificate, '--tls-auth-clients', 'no'],
      ...['--tls-cluster', 'yes', '--tls-ca-cert-file', inFolder('ours.pem')],
      ...['--cluster-enabled', 'yes', '--cluster-port', String(await freePort()), '--dir', folder],
      ...['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname'],
    ]);
    const admin = new Redis(node.url);
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    admin.disconnect();
    const { username, password } = new URL(node.url);
    const address = `rediss+cluster://${username}:${password}@localhost:${port}`;
    const through = (REDIS_CA: string) => withCertificateAuthorities({ REDIS_URL: address, REDIS_CA }).REDIS_URL ?? '';
    const trusting = connectRedis(through(inFolder('ours.pem')), 'tls');
    await expect(trusting.set('key', 'value')).resolves.toBe('OK');
    await closeRedis(trusting);
    const distrusting = connectRedis(through(inFolder('another.pem')), 'tls');
    const error = await new Promise<Error>((resolve) => distrusting.once('error', resolve));
    expect(error.message).toBe('Failed to refresh slots cache.');
    distrusting.disconnect();
    await node.stop();
  });

  it('the expiry of the certificate is that of its authority if that comes first', async () => {
    const [endpoint] = redisEndpoints(urlWith(inFolder('ours.pem')));
    expect(endpoint?.name).toBe(`redis localhost:${new URL(url).port}`);
    expect(await certificateExpiry(endpoint!)).toEqual(expiryOf('ours.pem'));
    expect(await certificateExpiry({ ...endpoint!, ca: undefined })).toEqual(expiryOf('server.pem'));
    expect(redisEndpoints(redis.url)).toEqual([]);
  });

  it.each(forms)('a client with another authority, given as %s, or none rejects the server', async (_, ca) => {
    for (const address of [urlWith(ca('another')), url]) {
      const connection: Redis = connectRedis(address, 'tls');
      const error = await new Promise<Error>((resolve) => connection.once('error', resolve));
      expect(error.message).toMatch(/self-signed certificate|unable to (verify|get)/);
      connection.disconnect();
    }
  });
});

describe('Postgres over TLS', () => {
  let postgres: TemporaryPostgres;
  let url: string;
  const urlWith = (DATABASE_CA: string) =>
    withCertificateAuthorities({ DATABASE_URL: url, DATABASE_CA }).DATABASE_URL ?? '';

  beforeAll(async () => {
    postgres = await startPostgres({
      ssl: 'on',
      ssl_cert_file: inFolder('server.pem'),
      ssl_key_file: inFolder('server.key'),
    });
    url = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`;
  });
  afterAll(() => postgres.stop());

  it.each(forms)('clients, tools and TypeORM accept the server with its authority, given as %s', async (_, ca) => {
    const client = new Client(postgresConnection(urlWith(ca('ours'))));
    await client.connect();
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true }]);
    await client.end();
    await prepareDatabase(urlWith(ca('ours')), { auth: 'a', billing: 'b', generation: 'c' });
    const source = new DataSource(
      dataSourceOptions({ service: 'auth', url: urlWith(ca('ours')), entities: [], migrations: [] }),
    );
    await source.initialize();
    await expect(source.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).resolves.toEqual([
      { ssl: true },
    ]);
    await source.destroy();
  });

  it('the expiry of the certificate is read after the protocol of Postgres has begun TLS', async () => {
    const [endpoint, ...others] = postgresEndpoints(url, undefined, postgres.url);
    expect(others).toEqual([]);
    expect(endpoint?.name).toBe(`postgres localhost:${postgres.port}`);
    expect(await certificateExpiry(endpoint!)).toEqual(expiryOf('server.pem'));
    const [trusting] = postgresEndpoints(urlWith(inFolder('ours.pem')));
    expect(await certificateExpiry(trusting!)).toEqual(expiryOf('ours.pem'));
  });

  it.each(forms)('a client with another authority, given as %s, or none rejects the server', async (_, ca) => {
    for (const address of [urlWith(ca('another')), url]) {
      const client = new Client(postgresConnection(address));
      await expect(client.connect()).rejects.toThrow(/self-signed certificate|unable to (verify|get)/);
    }
  });
});
