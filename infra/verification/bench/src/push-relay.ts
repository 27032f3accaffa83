import { connectRedis } from '@luit/platform/redis/redis-connection';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/** The other process of the push benchmark: clients connect here, and the benchmark's own process emits. */
const http = createServer();
const io = new Server(http, { adapter: createAdapter(connectRedis(process.argv[2] ?? '', 'push-relay')) });
io.on('connection', (socket) => void socket.join('creator'));
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
