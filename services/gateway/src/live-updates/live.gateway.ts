import { isPermitted, type Permission } from '@luit/contracts/auth/operator-permissions';
import { LuitError } from '@luit/contracts/errors';
import type { SyncAnswer } from '@luit/contracts/http/requests';
import { toLuitError } from '@luit/platform/errors/errors';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { Inject, Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { CONFIG, type GatewayConfig } from '../config';
import { OperatorSessions } from '../access/identities/operator-sessions';
import { operatorCookie } from '../access/identities/operator-credentials';
import { RevokedSessions } from '../access/identities/revoked-sessions';
import { guestOf, identityOf } from '../access/identities/token-check';
import { type Guest, type Identity, type Operator, USER } from '../access/identities/token.strategy';
import { isImpersonationToken } from '../access/identities/impersonation-tokens';
import { connectedSockets } from './live-metrics';
import { operatorRoom, requestRoom, sessionRoom, userRoom } from './live-rooms';
import { LiveSyncService } from './live-sync.service';
import { SocketLimiter } from './socket-limiter';

interface LiveError {
  success: false;
  code: string;
  message: string;
}

type LiveSocket = Socket<object, object, object, { identity: Identity | Operator | Guest }>;

const TOPICS = { jobs: 'jobs.read', alerts: 'operations.read' } as const satisfies Record<string, Permission>;
type Topic = keyof typeof TOPICS;

/** Longest delay of a timer. Guest access tokens live longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Authenticates sockets, ends them when their token expires and answers their events. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit<Server>, OnGatewayConnection<LiveSocket>, OnGatewayDisconnect {
  private readonly log = new Logger(LiveGateway.name);
  private readonly expiryTimers = new WeakMap<LiveSocket, NodeJS.Timeout>();

  @WebSocketServer()
  readonly server!: Server;

  constructor(
    private readonly liveSync: LiveSyncService,
    private readonly revoked: RevokedSessions,
    private readonly operators: OperatorSessions,
    private readonly limits: SocketLimiter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  afterInit(server: Server): void {
    server.use((socket, next) => {
      this.limits
        .admit(socket, () => this.admit(socket as LiveSocket))
        .then(
          () => next(),
          (error: unknown) => next(toConnectError(error)),
        );
    });
  }

  /** True if a socket of this replica is in the room. */
  hasSockets(room: string): boolean {
    return this.server.sockets.adapter.rooms.has(room);
  }

  /** The sockets of this replica that are in the room, with their sessions. Guests have none. */
  sessionSocketsIn(room: string): { socket: Socket; sessionId: string }[] {
    const { adapter, sockets } = this.server.sockets;
    return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => {
      const socket = sockets.get(id);
      const identity = (socket as LiveSocket | undefined)?.data.identity;
      return socket && identity && !isGuest(identity) ? [{ socket, sessionId: identity.sessionId }] : [];
    });
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    connectedSockets.inc();
    const { identity } = socket.data;
    this.scheduleExpiry(socket);
    if (isGuest(identity)) return void (await socket.join(requestRoom(identity.requestId)));
    const { id, sessionId } = identity;
    // Operators receive only the topics they subscribe to, never updates of a user.
    await socket.join(isOperator(identity) ? [sessionRoom(sessionId)] : [userRoom(id), sessionRoom(sessionId)]);
    if (isOperator(identity)) this.operators.add(socket, identity);
    // The session may have been revoked after its token was checked.
    if (await this.revoked.reasonOf(sessionId)) socket.disconnect(true);
  }

  handleDisconnect(socket: LiveSocket): void {
    connectedSockets.dec();
    clearTimeout(this.expiryTimers.get(socket));
    this.operators.remove(socket);
    this.limits.release(socket.conn);
  }

  /** Replaces the token of the socket with a newer one of the same account. */
  @SubscribeMessage('auth')
  renew(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<{ success: true } | LiveError> {
    return this.answer(socket, 'auth', async () => {
      const before = socket.data.identity;
      const identity = await this.identify(textIn(body, 'token'));
      if (isGuest(before) || identity.id !== before.id || isOperator(identity) !== isOperator(before))
        throw unauthorized();
      await socket.leave(sessionRoom(before.sessionId));
      socket.data.identity = identity;
      await socket.join(sessionRoom(identity.sessionId));
      if (isOperator(identity)) this.operators.add(socket, identity);
      this.scheduleExpiry(socket);
      return { success: true };
    });
  }

  /** Returns the updates that the client missed, read from the services. */
  @SubscribeMessage('sync')
  sync(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<SyncAnswer | LiveError> {
    return this.answer(socket, 'sync', () => {
      const { identity } = socket.data;
      if (isOperator(identity)) throw new LuitError('forbidden', 'You need a user account to do this.');
      return withCorrelation(undefined, () =>
        isGuest(identity) ? this.liveSync.readForGuest(identity) : this.liveSync.read(identity.id, body),
      );
    });
  }

  /** Replaces the topics that an operator is subscribed to. Topics that the role does not permit are left out. */
  @SubscribeMessage('subscribe')
  subscribe(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<{ success: true; topics: string[] } | LiveError> {
    return this.answer(socket, 'subscribe', async () => {
      const { identity } = socket.data;
      if (!isOperator(identity)) throw new LuitError('forbidden', 'You need an operator account to do this.');
      const requested = (body as { topics?: unknown } | null | undefined)?.topics;
      const known = Object.keys(TOPICS) as Topic[];
      const topics = known.filter(
        (topic) => Array.isArray(requested) && requested.includes(topic) && isPermitted(identity.role, TOPICS[topic]),
      );
      for (const topic of known) {
        if (topics.includes(topic)) await socket.join(operatorRoom(topic));
        else await socket.leave(operatorRoom(topic));
      }
      return { success: true, topics };
    });
  }

  private async answer<T>(socket: LiveSocket, event: string, work: () => Promise<T>): Promise<T | LiveError> {
    try {
      return await this.limits.handle(socket.conn, event, work);
    } catch (error) {
      return this.toLiveError(error);
    }
  }

  private async admit(socket: LiveSocket): Promise<{ holder: string; isGuest: boolean }> {
    const identity = await this.identityOfHandshake(socket.handshake);
    socket.data.identity = identity;
    return { holder: isGuest(identity) ? `guest:${identity.requestId}` : identity.id, isGuest: isGuest(identity) };
  }

  /** Uses the operator cookie only if the page asks for it, so that the cookie never authenticates a user's page. */
  private identityOfHandshake({ auth, headers }: LiveSocket['handshake']): Promise<Identity | Operator | Guest> {
    const guestToken = textIn(auth, 'claim');
    if (guestToken) return this.identifyGuest(guestToken);
    const isOperatorPage = (auth as { operator?: unknown } | undefined)?.operator === true;
    if (!isOperatorPage) return this.identify(textIn(auth, 'token'));
    return this.identify(operatorCookie.readHeader(headers.cookie, this.config.webUrl.startsWith('https:')) ?? '');
  }

  private async identify(token: string): Promise<Identity | Operator> {
    const authorization = `Bearer ${token}`;
    // A socket would acknowledge outcomes, which the user then gets no mail about.
    if (isImpersonationToken(authorization))
      throw new LuitError('forbidden', 'Impersonation sessions have no live updates.');
    const identity = await withCorrelation(
      undefined,
      async () =>
        (await identityOf(USER, { headers: { authorization } })) ?? (await this.operators.identify(authorization)),
    );
    if (!identity) throw unauthorized();
    return identity;
  }

  private async identifyGuest(token: string): Promise<Guest> {
    return withCorrelation(undefined, async () => {
      const guest = await guestOf(token);
      if (!guest) throw unauthorized();
      await this.liveSync.requirePaid(guest);
      return guest;
    });
  }

  private scheduleExpiry(socket: LiveSocket): void {
    clearTimeout(this.expiryTimers.get(socket));
    const remainingMs = socket.data.identity.expiresAt * 1_000 - Date.now() + this.config.liveGraceMs;
    this.expiryTimers.set(
      socket,
      setTimeout(() => socket.disconnect(true), Math.min(remainingMs, MAX_TIMER_MS)),
    );
  }

  private toLiveError(error: unknown): LiveError {
    const { code, message } = toLuitError(error);
    if (code === 'internal_error') this.log.error({ msg: 'Socket event failed', err: error });
    return { success: false, code, message };
  }
}

function textIn(body: unknown, field: 'token' | 'claim'): string {
  const text = (body as Record<string, unknown> | null | undefined)?.[field];
  return typeof text === 'string' ? text : '';
}

function isOperator(identity: Identity | Operator | Guest): identity is Operator {
  return 'isOperator' in identity;
}

function isGuest(identity: Identity | Operator | Guest): identity is Guest {
  return 'requestId' in identity;
}

/** socket.io sends the message and `data` to the client. Blocked and deleted accounts get the same error as everyone. */
function toConnectError(error: unknown): Error {
  const failure = toLuitError(error);
  const { code, message, retryAfterSeconds } = failure;
  if (code === 'unauthorized') return failure;
  const isAccountDisabled = code === 'user_blocked' || code === 'account_closed';
  return Object.assign(isAccountDisabled ? unauthorized() : failure, { data: { code, message, retryAfterSeconds } });
}

function unauthorized(): LuitError {
  return new LuitError('unauthorized', 'unauthorized');
}
