// Serves both web apps at one address, with Vite's hot reload, and proxies requests to the API to the gateway.
import { createServer as createHttpServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const { PAGES_PORT, LUIT_API } = process.env;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const server = createHttpServer((request, response) => {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const isAdmin = pathname === '/admin' || pathname.startsWith('/admin/');
  if (pathname === '/admin') request.url = `/admin/${search}`;
  // The supervisor checks who answers.
  response.setHeader('luit-process-id', process.pid);
  (isAdmin ? admin : web).middlewares(request, response);
});

/** Only one of the two may proxy upgrades of the shared server, or sockets would be proxied twice. */
const openApp = (folder, middlewareMode) =>
  createServer({
    root: path.join(root, folder),
    configFile: path.join(root, folder, 'vite.config.ts'),
    server: { middlewareMode, hmr: { server }, proxy: { '/.well-known': LUIT_API } },
  });

const [web, admin] = await Promise.all([openApp('web', { server }), openApp('admin-web', true)]);
server.listen(Number(PAGES_PORT), '127.0.0.1');
// Exits without closing the servers, because Vite then runs the build hooks of plugins.
process.on('SIGTERM', () => process.exit(0));
