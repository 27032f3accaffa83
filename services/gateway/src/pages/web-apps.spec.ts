import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';

describe('the web apps', () => {
  let gateway: GatewayTestApp;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-web-'));
    await mkdir(join(folder, 'web', 'assets'), { recursive: true });
    await writeFile(join(folder, 'web', 'index.html'), '<title>Home</title>');
    await writeFile(join(folder, 'web', 'app.html'), '<title>Luit</title>');
    await writeFile(join(folder, 'web', 'pricing.html'), '<link rel="canonical" href="__LUIT_ORIGIN__/pricing">');
    await writeFile(join(folder, 'web', 'sitemap.xml'), '<loc>__LUIT_ORIGIN__/</loc>');
    await writeFile(join(folder, 'web', 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'web', 'assets', 'index-Cyd5cbze.js.br'), brotliCompressSync('export {};'));
    await writeFile(join(folder, 'web', 'assets', 'index-Cyd5cbze.js'), 'export {};');
    const patterns = ['/', '/vault', '/auth/confirm', '/order/:requestId'];
    await writeFile(join(folder, 'web', '.page-patterns.json'), JSON.stringify(patterns));
    gateway = await startGatewayTestApp({ webDist: join(folder, 'web'), adminDist: join(folder, 'admin') });
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string) => request(gateway.url).get(path);

  it.each(['/vault', '/auth/confirm?token=abc.def', '/order/0199', '/Vault/'])(
    '%s serves the app and is revalidated',
    async (path) => {
      const answer = await get(path).expect(200);
      expect(answer.text).toBe('<title>Luit</title>');
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it.each(['/library/deep/path', '/vaults', '/order', '/wp-admin'])(
    '%s serves the app, which leads home, with status 404 [G-60]',
    async (path) => {
      const answer = await get(path).set('if-none-match', '"old"').expect(404);
      expect(answer.text).toBe('<title>Luit</title>');
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it('lists of the build are not served', async () => {
    await get('/.page-patterns.json').expect(404);
  });

  it('the home page has its own document', async () => {
    expect((await get('/').expect(200)).text).toBe('<title>Home</title>');
  });

  it('hashed assets are cached, other files are revalidated', async () => {
    const asset = await get('/assets/index-Cyd5cbze.js').expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg').expect(200)).headers['cache-control']).toBe('no-cache');
  });

  it('a prerendered page contains the site’s origin and has an ETag', async () => {
    const page = await get('/pricing?from=mail').expect(200);
    expect(page.text).toBe('<link rel="canonical" href="http://127.0.0.1:8080/pricing">');
    await get('/pricing').set('if-none-match', String(page.headers.etag)).expect(304);
    const sitemap = await get('/sitemap.xml').expect(200);
    expect(sitemap.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(sitemap.text).toContain('<loc>http://127.0.0.1:8080/</loc>');
    await get('/pricing.html').expect(404);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('a client that accepts %s receives pages encoded as %s', async (accepted, coding) => {
    const { headers, text } = await get('/pricing').set('accept-encoding', accepted).expect(200);
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toContain('Accept-Encoding');
    if (coding !== 'br') expect(text).toContain('canonical');
  });

  it('assets are served precompressed', async () => {
    const { headers } = await get('/assets/index-Cyd5cbze.js').set('accept-encoding', 'br').expect(200);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') as string,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['/assets/index-gone.js', '/robots.txt', '/api', '/api/nothing', '/../../etc/passwd.txt'])(
    '%s is not a page of the app',
    async (path) => {
      const answer = await get(path).expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
    },
  );

  it('a missing build is answered with 503', async () => {
    for (const path of ['/admin', '/admin/', '/admin/jobs']) {
      const answer = await get(path).expect(503);
      expect(answer.text).toContain('has not been built');
    }
  });

  const policyAt = async (path: string) => {
    const { headers } = await get(path);
    const directives = String(headers['content-security-policy']).split(';');
    const policy = Object.fromEntries(directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
    return { headers, policy: policy as Record<string, string[]> };
  };

  it.each([
    '/',
    '/pricing',
    '/vault',
    '/pay-once',
    '/checkout/x',
    '/%63heckout',
    '/admin',
    '/admin/jobs',
    '/api/docs',
    '/api/plans',
  ])('%s allows neither the payment provider nor framing', async (path) => {
    const { headers, policy } = await policyAt(path);
    expect(String(headers['content-security-policy'])).not.toContain('checkout.example');
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('the checkout document allows the payment provider and framing by pages of the site', async () => {
    const { headers, policy } = await policyAt('/checkout');
    expect(policy['script-src']).toEqual(["'self'", 'https://checkout.example']);
    expect(policy['frame-src']).toEqual(["'self'", 'https://checkout.example']);
    expect(policy['connect-src']).toEqual(["'self'", 'ws://127.0.0.1:8080', 'https://checkout.example']);
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(policy['frame-ancestors']).toEqual(["'self'"]);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('operators’ pages allow no inline styles except the toasts’, and no frames', async () => {
    for (const path of ['/admin', '/admin/', '/admin/jobs']) {
      const { policy } = await policyAt(path);
      expect(policy['default-src']).toEqual(["'none'"]);
      expect(policy['style-src']?.join(' ')).toMatch(/^'self'( 'sha256-.{44}'){2}$/);
      expect(policy['style-src-attr']).toEqual(["'none'"]);
      expect(policy['frame-src']).toEqual(["'none'"]);
    }
  });

  it('without TLS no header enforces it', async () => {
    const { headers, policy } = await policyAt('/');
    expect(policy['media-src']).toEqual(["'self'", 'data:', 'blob:']);
    expect(policy).not.toHaveProperty('upgrade-insecure-requests');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('with TLS headers enforce it', async () => {
    const secure = await startGatewayTestApp({ webUrl: 'https://luit.example' });
    const { headers } = await request(secure.url).get('/api/plans');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toMatch(/;upgrade-insecure-requests$/);
    await secure.close();
  });

  it('the OpenAPI document and its page are served', async () => {
    const document = (await get('/api/openapi.json').expect(200)).body as { paths: Record<string, unknown> };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/generate', '/api/requests/{id}']));
    expect((await get('/api/docs').expect(200)).text).toContain('swagger-ui');
  });
});
