import { LuitError } from '@luit/contracts/errors';
import type { SyncAnswer } from '@luit/contracts/http/requests';
import { toLuitError } from '@luit/platform/calls/errors';
import { withCorrelation } from '@luit/platform/context';
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
import { OperatorSessions } from './operator-sessions';
import { operatorCookie } from '../identities/operator-credentials';
import { RevokedSessions } from '../identities/revoked-sessions';
import { guestOf, identityOf } from '../identities/token-check';
import { type Guest, type Identity, type Operator, USER } from '../identities/token.strategy';
import { connectedSockets } from './live-metrics';
import { operatorsRoom, requestRoom, sessionRoom, userRoom } from './live-rooms';
import { LiveSyncService } from './live-sync.service';
import { SocketLimiter } from './socket-limiter';

interface LiveFailure {
  success: false;
  code: string;
  message: string;
}

type LiveSocket = Socket<object, object, object, { identity: Identity | Operator | Guest }>;

const TOPICS = ['jobs', 'alerts'] as const;

/** A timer takes no longer delay; a claim outlives it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Who is connected, for how long, and what it may ask. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit<Server>, OnGatewayConnection<LiveSocket>, OnGatewayDisconnect {
  private readonly log = new Logger(LiveGateway.name);
  private readonly endings = new WeakMap<LiveSocket, NodeJS.Timeout>();

  @WebSocketServer()
  readonly server!: Server;

  constructor(
    private readonly liveSync: LiveSyncService,
    private readonly ended: RevokedSessions,
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
          (error: unknown) => next(refusalOf(error)),
        );
    });
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    connectedSockets.inc();
    const { identity } = socket.data;
    this.endAfterExpiry(socket);
    if (isGuest(identity)) return void (await socket.join(requestRoom(identity.requestId)));
    const { id, sessionId } = identity;
    // An operator is no user: nothing of anybody's is told to one but what was asked for.
    await socket.join(isOperator(identity) ? [sessionRoom(sessionId)] : [userRoom(id), sessionRoom(sessionId)]);
    if (isOperator(identity)) this.operators.watch(socket, identity);
    // It may have ended between the check of its token and now.
    if (await this.ended.endOf(sessionId)) socket.disconnect(true);
  }

  handleDisconnect(socket: LiveSocket): void {
    connectedSockets.dec();
    clearTimeout(this.endings.get(socket));
    this.operators.forget(socket);
    this.limits.leave(socket.conn);
  }

  /** Takes a newer token of the same person. */
  @SubscribeMessage('auth')
  renew(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<{ success: true } | LiveFailure> {
    return this.answer(socket, 'auth', async () => {
      const before = socket.data.identity;
      const identity = await this.identify(textIn(body, 'token'));
      if (isGuest(before) || identity.id !== before.id || isOperator(identity) !== isOperator(before))
        throw unauthorized();
      await socket.leave(sessionRoom(before.sessionId));
      socket.data.identity = identity;
      await socket.join(sessionRoom(identity.sessionId));
      if (isOperator(identity)) this.operators.watch(socket, identity);
      this.endAfterExpiry(socket);
      return { success: true };
    });
  }

  /** What the client missed, from the services. */
  @SubscribeMessage('sync')
  sync(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<SyncAnswer | LiveFailure> {
    return this.answer(socket, 'sync', () => {
      const { identity } = socket.data;
      if (isOperator(identity)) throw new LuitError('forbidden', 'This is for creators only.');
      return withCorrelation(undefined, () =>
        isGuest(identity) ? this.liveSync.readClaimed(identity) : this.liveSync.read(identity.id, body),
      );
    });
  }

  /** For operators: what they watch from now on, in place of what they watched. */
  @SubscribeMessage('subscribe')
  subscribe(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<{ success: true; topics: string[] } | LiveFailure> {
    return this.answer(socket, 'subscribe', async () => {
      if (!isOperator(socket.data.identity)) throw new LuitError('forbidden', 'This is for administrators only.');
      const asked = (body as { topics?: unknown } | null | undefined)?.topics;
      const topics = TOPICS.filter((topic) => Array.isArray(asked) && asked.includes(topic));
      for (const topic of TOPICS) {
        if (topics.includes(topic)) await socket.join(operatorsRoom(topic));
        else await socket.leave(operatorsRoom(topic));
      }
      return { success: true, topics };
    });
  }

  private async answer<T>(socket: LiveSocket, event: string, work: () => Promise<T>): Promise<T | LiveFailure> {
    try {
      return await this.limits.answer(socket.conn, event, work);
    } catch (error) {
      return this.failureOf(error);
    }
  }

  private async admit(socket: LiveSocket): Promise<{ holder: string; isGuest: boolean }> {
    const identity = await this.identityOfHandshake(socket.handshake);
    // A connection is taken up again only by whoever held it.
    const before = socket.recovered ? socket.data.identity : identity;
    if (before.id !== identity.id || isOperator(before) !== isOperator(identity)) throw unauthorized();
    socket.data.identity = identity;
    return { holder: isGuest(identity) ? `guest:${identity.requestId}` : identity.id, isGuest: isGuest(identity) };
  }

  /** An operator's page asks for the session of its cookie, so that the cookie never speaks for a creator's page. */
  private identityOfHandshake({ auth, headers }: LiveSocket['handshake']): Promise<Identity | Operator | Guest> {
    const claim = textIn(auth, 'claim');
    if (claim) return this.identifyGuest(claim);
    const isOperatorsPage = (auth as { operator?: unknown } | undefined)?.operator === true;
    if (!isOperatorsPage) return this.identify(textIn(auth, 'token'));
    return this.identify(operatorCookie.readHeader(headers.cookie, this.config.webUrl.startsWith('https:')) ?? '');
  }

  private async identify(token: string): Promise<Identity | Operator> {
    const authorization = `Bearer ${token}`;
    const identity = await withCorrelation(
      undefined,
      async () =>
        (await identityOf(USER, { headers: { authorization } })) ?? (await this.operators.identify(authorization)),
    );
    if (!identity) throw unauthorized();
    return identity;
  }

  private async identifyGuest(claim: string): Promise<Guest> {
    return withCorrelation(undefined, async () => {
      const guest = await guestOf(claim);
      if (!guest) throw unauthorized();
      await this.liveSync.requirePaid(guest);
      return guest;
    });
  }

  private endAfterExpiry(socket: LiveSocket): void {
    clearTimeout(this.endings.get(socket));
    const leftMs = socket.data.identity.expiresAt * 1_000 - Date.now() + this.config.liveGraceMs;
    this.endings.set(
      socket,
      setTimeout(() => socket.disconnect(true), Math.min(leftMs, LONGEST_TIMER_MS)),
    );
  }

  private failureOf(error: unknown): LiveFailure {
    const { code, message } = toLuitError(error);
    if (code === 'internal_error') this.log.error({ msg: 'A live question failed', err: error });
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

/** socket.io hands the client the message and `data`. Who was blocked or is leaving is refused like everybody else. */
function refusalOf(error: unknown): Error {
  const failure = toLuitError(error);
  const { code, message, retryAfterSeconds } = failure;
  if (code === 'unauthorized') return failure;
  const isEnded = code === 'user_blocked' || code === 'account_closed';
  return Object.assign(isEnded ? unauthorized() : failure, { data: { code, message, retryAfterSeconds } });
}

function unauthorized(): LuitError {
  return new LuitError('unauthorized', 'unauthorized');
}
