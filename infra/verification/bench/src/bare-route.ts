import fastify from 'fastify';
import type { AddressInfo } from 'node:net';

/** The other process of the request benchmark: one Fastify route that responds with a given body. */
const app = fastify();
const body: unknown = JSON.parse(process.argv[2] ?? '{}');
app.get('/', () => body);
void app.listen({ host: '127.0.0.1', port: 0 }).then(() => process.send?.((app.server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
