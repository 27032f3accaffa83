import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { CONFIG, type GatewayConfig } from '../config';
import { clientAddressOf } from '../access/limits/client-address';
import { TokenBuckets } from '../memory/token-buckets';
import { type Connection, endConnection, onPing } from './connections';

/** Counts by key. Keys with a count of 0 use no memory. */
class Tally {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.counts.set(key, this.of(key) + 1);
  }

  remove(key: string): void {
    const left = this.of(key) - 1;
    if (left > 0) this.counts.set(key, left);
    else this.counts.delete(key);
  }
}

const MINUTE_MS = 60_000;
/** Seconds after which rejected clients are asked to retry. */
const RETRY_AFTER_SECONDS = 60;
/** Connections without a namespace count too, so an address may have more connections than sockets. */
const CONNECTIONS_PER_SOCKET = 2;
/** Concurrent events of one account in this process. */
const ACCOUNT_CONCURRENCY = 4;
/** Most packets queued for a client that does not read. */
const MAX_QUEUED = 200;

/** The state of one connection. */
interface ConnectionState {
  address: string;
  /** The account or guest access token that it joined with. */
  holder?: string;
  socket?: Socket;
  isJoining: boolean;
  isClosed: boolean;
  /** Events in flight. */
  running: Set<string>;
}

/**
 * Limits the sockets of this process per connection, account and address. Every packet costs a token regardless of its
 * content. A connection without tokens is sent the reason and closed, and its remaining packets are not read.
 */
@Injectable()
export class SocketLimiter {
  private readonly states = new WeakMap<Connection, ConnectionState>();
  private readonly connections = new Tally();
  private readonly holders = new Tally();
  private readonly running = new Tally();
  private readonly handshakes: TokenBuckets;
  private readonly frames: TokenBuckets<Connection>;
  private readonly accountFrames: TokenBuckets;
  private readonly addressOf: (request: IncomingMessage) => string;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {
    const { sockets, trustProxy } = config;
    this.handshakes = new TokenBuckets(sockets.handshakesPerMinute, MINUTE_MS);
    this.frames = new TokenBuckets<Connection>(sockets.framesPerMinute, MINUTE_MS);
    this.accountFrames = new TokenBuckets(sockets.accountFramesPerMinute, MINUTE_MS);
    const clientAddress = clientAddressOf(trustProxy);
    this.addressOf = (request) => addressPrefix(clientAddress(request));
  }

  /** True if the address may open another connection. Checked before any token is read. */
  allowsHandshake(request: IncomingMessage): boolean {
    const ip = this.addressOf(request);
    const limit = CONNECTIONS_PER_SOCKET * this.config.sockets.perAddress;
    if (this.connections.of(ip) < limit && this.handshakes.take(ip)) return true;
    recordSecurityEvent('socket_refused', { reason: 'handshakes', ip });
    return false;
  }

  /** Starts counting the packets of a connection, including pings of both protocols. */
  track(connection: Connection): void {
    const address = this.addressOf(connection.request as IncomingMessage);
    const state: ConnectionState = { address, isJoining: false, isClosed: false, running: new Set() };
    this.states.set(connection, state);
    this.connections.add(address);
    const count = (packet?: { type: string; data?: unknown }) => this.count(connection, state, packet);
    connection.on('packet', count);
    connection.on('upgrading', () => count());
    connection.on('upgrade', () => onPing(connection, () => count()));
    onPing(connection, () => count());
    connection.once('close', () => {
      this.release(connection);
      this.connections.remove(address);
      this.frames.delete(connection);
    });
  }

  /**
   * Admits a socket of a connection. `join` authenticates it and returns its holder.
   *
   * @throws LuitError `too_many_requests` if the address or the holder has too many sockets; errors of `join`
   */
  async admit(socket: Socket, join: () => Promise<{ holder: string; isGuest: boolean }>): Promise<void> {
    const connection = socket.conn;
    const state = this.stateOf(connection);
    if (state.isJoining || state.isClosed) throw tooMany('This connection is already open.');
    const { perAccount, perGuest, perAddress } = this.config.sockets;
    if (this.connections.of(state.address) > perAddress) throw this.refusal(state, 'address');
    state.isJoining = true;
    try {
      const { holder, isGuest } = await join();
      if (this.holders.of(holder) >= (isGuest ? perGuest : perAccount)) throw this.refusal(state, 'account');
      // A connection that has closed meanwhile emits no further close event.
      if (connection.readyState !== 'open') throw tooMany('The connection was closed.');
      this.holders.add(holder);
      Object.assign(state, { holder, socket });
    } catch (error) {
      state.isJoining = false;
      throw error;
    }
  }

  /** Releases the socket, so that its connection can join again. */
  release(connection: Connection): void {
    const state = this.stateOf(connection);
    if (state.holder !== undefined) this.holders.remove(state.holder);
    Object.assign(state, { holder: undefined, socket: undefined, isJoining: false });
  }

  /**
   * Handles an event. Each socket may have one event of a kind in flight, each account a few events.
   *
   * @throws LuitError `too_many_requests`; errors of `work`
   */
  async handle<T>(connection: Connection, event: string, work: () => Promise<T>): Promise<T> {
    const { holder = '', running } = this.stateOf(connection);
    if (running.has(event)) throw tooMany('The previous event has not been answered yet.', 1);
    if (this.running.of(holder) >= ACCOUNT_CONCURRENCY) throw tooMany('Too many events are in flight.', 1);
    running.add(event);
    this.running.add(holder);
    try {
      return await work();
    } finally {
      running.delete(event);
      this.running.remove(holder);
    }
  }

  private count(connection: Connection, state: ConnectionState, packet?: { type: string; data?: unknown }): void {
    if (state.isClosed) return;
    const reason = this.violation(connection, state, packet);
    if (!reason) return;
    state.isClosed = true;
    recordSecurityEvent('socket_limited', { reason, subject: state.holder, ip: state.address });
    const { code, message, retryAfterSeconds } = tooMany('Too many messages. Live updates are paused for a minute.');
    // Not with the socket's own `emit`, which goes through Redis and would arrive after the disconnect.
    state.socket?.nsp.local.to(state.socket.id).emit('limited', { code, message, retryAfterSeconds });
    endConnection(connection, state.socket);
  }

  private violation(
    connection: Connection,
    { holder }: ConnectionState,
    packet?: { data?: unknown },
  ): string | undefined {
    if (!this.frames.take(connection)) return 'socket';
    if (holder !== undefined && !this.accountFrames.take(holder)) return 'account';
    if (packet && isBinary(packet)) return 'binary';
    return queuedPackets(connection) > MAX_QUEUED ? 'unread' : undefined;
  }

  private stateOf(connection: Connection): ConnectionState {
    const state = this.states.get(connection);
    if (!state) throw new Error('Connection is not tracked');
    return state;
  }

  private refusal({ address }: ConnectionState, reason: 'address' | 'account'): LuitError {
    recordSecurityEvent('socket_refused', { reason, ip: address });
    return tooMany('Too many live connections are open. This page will poll for updates instead.');
  }
}

function tooMany(text: string, retryAfterSeconds = RETRY_AFTER_SECONDS): LuitError {
  return new LuitError('too_many_requests', text, { retryAfterSeconds });
}

/** No event carries binary data, and socket.io would buffer the attachments until the last one arrives. */
function isBinary({ data }: { data?: unknown }): boolean {
  return data !== undefined && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'));
}

function queuedPackets(connection: Connection): number {
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
}
