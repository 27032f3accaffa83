import { Readable } from 'node:stream';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { FileLinksService } from './file-links.service';
import { STORAGE } from './files.service';
import type { Storage } from '@luit/platform/storage/storage';

const KEY = 'outputs/0192/video.mp4';
const CONTENT = Buffer.from('<html><script>alert(1)</script></html>');
const POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

async function startWithFile(changes: Parameters<typeof startGatewayTestApp>[0] = {}) {
  const gateway = await startGatewayTestApp(changes);
  const storage = gateway.running.app.get<Storage>(STORAGE);
  await storage.put(KEY, Readable.from([CONTENT]), { contentType: 'video/mp4', maxBytes: 1_000 });
  return { gateway, link: gateway.running.app.get(FileLinksService).linkTo(KEY) };
}

describe('files on the origin of the pages', () => {
  let gateway: GatewayTestApp;
  let link: string;

  beforeAll(async () => {
    ({ gateway, link } = await startWithFile());
  });
  afterAll(() => gateway.close());

  it('files are served inline, sandboxed and with a safe name', async () => {
    const { headers } = await request(gateway.url).get(link).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="video.mp4"',
      'content-security-policy': POLICY,
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('a download link serves the file as an attachment', async () => {
    const { headers } = await request(gateway.url).get(`${link}&download=1`).expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="outputs-0192-video.mp4"');
    expect(headers['content-security-policy']).toBe(POLICY);
  });
});

describe('files on their own origin', () => {
  const files = 'files.luit.example';
  let gateway: GatewayTestApp;
  let link: URL;

  beforeAll(async () => {
    const started = await startWithFile({ webUrl: 'https://luit.example', filesUrl: `https://${files}` });
    gateway = started.gateway;
    link = new URL(started.link);
  });
  afterAll(() => gateway.close());

  const get = (host: string, path: string) => request(gateway.url).get(path).set('host', host);
  const path = () => link.pathname + link.search;

  it('links point to the files origin, which pages may embed and read', async () => {
    expect(link.origin).toBe(`https://${files}`);
    const { headers } = await get(files, path()).set('cookie', 'a=b').expect(200);
    expect(headers).toMatchObject({
      'content-security-policy': POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': 'https://luit.example',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('the files host serves nothing else', async () => {
    for (const other of ['/', '/vault', '/admin', '/api/plans', '/api/auth/session', '/api/docs', '/favicon.svg'])
      await get(files, other).expect(404);
    await get(files.toUpperCase(), '/api/plans').expect(404);
    await request(gateway.url).post('/api/auth/signin').set('host', files).send({}).expect(404);
    await request(gateway.url).post(path()).set('host', files).expect(405);
  });

  it('the host of the pages redirects file requests', async () => {
    const answer = await get('luit.example', path()).expect(307);
    expect(answer.headers.location).toBe(link.href);
  });

  it('pages may load images, videos and data from the files origin, but no scripts', async () => {
    const policy = String((await get('luit.example', '/api/nothing').expect(404)).headers['content-security-policy']);
    for (const directive of ['img-src', 'media-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*https://${files}`));
    for (const directive of ['script-src', 'frame-src', 'default-src'])
      expect(policy).not.toMatch(new RegExp(`${directive} [^;]*${files}`));
  });
});
