import fastify from 'fastify';
import type { AddressInfo } from 'node:net';

/** The other process of the request bench: one route that answers what it was given. */
const app = fastify();
const answer: unknown = JSON.parse(process.argv[2] ?? '{}');
app.get('/', () => answer);
void app.listen({ host: '127.0.0.1', port: 0 }).then(() => process.send?.((app.server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
