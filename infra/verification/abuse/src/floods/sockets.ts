import { Agent } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import type { Flood, FloodContext } from './flood';

const FRAMES = 20_000;
const BATCH_SIZE = 200;
/** More than one account, guest access token or address may open. */
const SOCKETS = 300;
const CONNECTED_WITHIN_MS = 60_000;

function connectSocket(context: FloodContext, auth: object, from: string): Promise<Socket | undefined> {
  const agent = new Agent({ localAddress: from } as object);
  const socket = io(context.access.api, {
    path: '/socket.io',
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: CONNECTED_WITHIN_MS,
    agent: agent as unknown as string,
  });
  return new Promise((resolve) => {
    // socket.io emits no event if the gateway closes the connection during the handshake.
    const timer = setTimeout(() => {
      context.count('no handshake');
      resolve(undefined);
    }, CONNECTED_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      context.count('connected');
      resolve(socket);
    });
    socket.once('connect_error', (error) => {
      clearTimeout(timer);
      context.count(error.message);
      resolve(undefined);
    });
    socket.on('disconnect', (reason) => context.count(`disconnected: ${reason}`));
  });
}

/** Sends frames without waiting for their responses, and counts the responses. */
async function sendFrames(context: FloodContext, event: string, body: unknown): Promise<void> {
  const socket = await connectSocket(context, { token: context.access.token }, context.from());
  if (!socket) return;
  for (let sent = 0; sent < FRAMES && socket.connected && !context.isOver; sent += 1) {
    socket.emit(event, body, (response: { code?: string }) => context.count(response.code ?? 'answered'));
    if (sent % BATCH_SIZE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  while (socket.connected && !context.isOver) await new Promise((resolve) => setTimeout(resolve, 50));
  socket.removeAllListeners();
  socket.disconnect();
}

async function openSockets(context: FloodContext, auth: (turn: number) => object): Promise<void> {
  const opened: (Socket | undefined)[] = [];
  await context.repeat(SOCKETS, 16, async (turn) => {
    opened.push(await connectSocket(context, auth(turn), context.from()));
  });
  for (const socket of opened) {
    socket?.removeAllListeners();
    socket?.disconnect();
  }
}

/** Too many sockets, or too many frames on one socket. */
export const SOCKET_FLOODS: Flood[] = [
  {
    name: 'sync-frames',
    sends: `${FRAMES} sync frames on one socket`,
    isShort: true,
    run: (context) => sendFrames(context, 'sync', {}),
  },
  {
    name: 'unknown-frames',
    sends: `${FRAMES} frames of an event that does not exist`,
    run: (context) => sendFrames(context, 'no-such-event', { x: 'y'.repeat(500) }),
  },
  {
    name: 'auth-frames',
    sends: `${FRAMES} frames that renew the token`,
    run: (context) => sendFrames(context, 'auth', { token: context.access.token }),
  },
  {
    name: 'sockets-of-an-account',
    sends: `${SOCKETS} sockets of one account`,
    run: (context) => openSockets(context, () => ({ token: context.access.token })),
    atMost: { connected: 100 },
  },
  {
    name: 'sockets-of-a-guest',
    sends: `${SOCKETS} sockets with the token of an unpaid order`,
    run: (context) => openSockets(context, () => ({ claim: context.access.guestToken })),
    atMost: { connected: 0 },
  },
  {
    name: 'sockets-without-a-token',
    sends: `${SOCKETS} sockets with a made-up token, from one address`,
    run: (context) => openSockets(context, (turn) => ({ token: `a.b.${turn}` })),
    atMost: { connected: 0 },
  },
  {
    name: 'polling-handshakes',
    sends: 'polling handshakes that are never completed',
    run: (context) => context.repeat(5_000, 32, () => context.send({ path: '/socket.io/?EIO=4&transport=polling' })),
  },
];
