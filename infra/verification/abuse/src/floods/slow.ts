import { setTimeout as pause } from 'node:timers/promises';
import { bearer, type Flood, type FloodContext } from './flood';
import { BOUNDARY } from '../wire/form';

const CONNECTIONS = 200;
const BYTE_INTERVAL_MS = 250;
const PIPELINED = 200;
/** Longer than any legitimate request takes to arrive, except for an upload of 10 MB over a slow connection. */
const CLOSED_WITHIN_MS = 75_000;

/** Opens connections that send the start of a request and then a byte from time to time. */
async function drip(context: FloodContext, start: string, count = CONNECTIONS): Promise<void> {
  await context.repeat(count, 16, async () => {
    const socket = await context.open();
    socket?.on('data', () => undefined);
    socket?.write(start);
    void sendSlowly(context, socket);
  });
  await pause(context.leftMs);
}

async function sendSlowly(context: FloodContext, socket: Awaited<ReturnType<FloodContext['open']>>): Promise<void> {
  while (socket && !socket.destroyed && !context.isOver) {
    socket.write('a');
    await pause(BYTE_INTERVAL_MS);
  }
}

/** Sends `requests` requests on each connection and reads no response. */
async function neverRead(context: FloodContext, path: string, requests: number): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nhost: abuse\r\n\r\n`.repeat(requests);
  await context.repeat(CONNECTIONS / 4, 16, async () => {
    const socket = await context.open();
    socket?.pause();
    socket?.write(request);
  });
  await pause(context.leftMs);
}

const post = (path: string, type: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: abuse\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

/** Connections that are kept open with few bytes. */
export const SLOW_FLOODS: Flood[] = [
  {
    name: 'slow-headers',
    closesWithinMs: CLOSED_WITHIN_MS,
    sends: `${CONNECTIONS} connections whose headers never end`,
    run: (context) => drip(context, 'GET /api/plans HTTP/1.1\r\nhost: abuse\r\nx-slow: '),
  },
  {
    name: 'slow-json',
    closesWithinMs: CLOSED_WITHIN_MS,
    sends: `${CONNECTIONS} connections whose JSON never ends`,
    run: (context) => drip(context, `${post('/api/auth/signin', 'application/json', 100_000)}{"email":"`),
  },
  {
    name: 'slow-forms',
    sends: `${CONNECTIONS} connections whose image never ends`,
    run: (context) => {
      const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`;
      return drip(context, post('/api/uploads', `multipart/form-data; boundary=${BOUNDARY}`, 1_000_000) + part);
    },
  },
  {
    name: 'slow-webhooks',
    closesWithinMs: CLOSED_WITHIN_MS,
    sends: `${CONNECTIONS} connections whose webhook never ends`,
    run: (context) => drip(context, `${post('/api/webhooks/razorpay', 'application/json', 1_000_000)}{`),
  },
  {
    name: 'idle-connections',
    sends: '1,000 connections that send nothing',
    run: async (context) => {
      await context.repeat(1_000, 32, () => context.open());
      await pause(context.leftMs);
    },
  },
  {
    name: 'slow-readers',
    sends: `${CONNECTIONS / 4} connections that request an image and read nothing`,
    run: (context) => neverRead(context, context.access.imagePath, 2),
  },
  {
    name: 'pipelined',
    sends: `${CONNECTIONS / 4} connections that request ${PIPELINED} pages each and read nothing`,
    run: (context) => neverRead(context, '/', PIPELINED),
  },
  {
    name: 'ranges',
    sends: 'downloads with 2,000 ranges or of a single byte',
    run: (context) => {
      const many = `bytes=${Array.from({ length: 2_000 }, (_, i) => `${i}-${i + 1}`).join(',')}`;
      return context.repeat(20_000, 24, (turn) =>
        context.send({
          path: context.access.imagePath,
          headers: {
            ...bearer(context.access.token),
            range: turn % 20 === 0 ? many : `bytes=${turn}-${turn}`,
          },
        }),
      );
    },
  },
];
