import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { CONFIG, type GatewayConfig } from '../config';
import { clientAddressOf } from '../limits/client-address';
import { TokenBuckets } from '../limits/token-buckets';
import { Tally } from './tally';
import { endConnection, type Connection, onPing } from './connections';

const MINUTE_MS = 60_000;
/** Refused clients are asked to stay away this long, seconds. */
const RETRY_AFTER_SECONDS = 60;
/** Connections that have joined no namespace yet count too, so an address may hold more of them than sockets. */
const CONNECTIONS_PER_SOCKET = 2;
/** Events of one account that may be under way at once in this process. */
const ACCOUNT_CONCURRENCY = 4;
/** Packets that wait for a client that does not read. */
const MAX_UNREAD = 200;

/** One connection and what it holds. */
interface Member {
  address: string;
  /** The account or guest token it joined as. */
  holder?: string;
  socket?: Socket;
  isJoining: boolean;
  isEnded: boolean;
  /** Events whose answer is under way. */
  running: Set<string>;
}

/**
 * What one connection, one account and one address may ask of the sockets of this process. Every packet costs a token,
 * whatever it holds; a connection that has none left is told why and closed, and what it still sends is not read.
 */
@Injectable()
export class SocketLimiter {
  private readonly members = new WeakMap<Connection, Member>();
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

  /** Whether this address may open one more connection; asked before any token is read. */
  admitsHandshake(request: IncomingMessage): boolean {
    const ip = this.addressOf(request);
    const limit = CONNECTIONS_PER_SOCKET * this.config.sockets.perAddress;
    if (this.connections.of(ip) < limit && this.handshakes.take(ip)) return true;
    recordSecurityEvent('socket_refused', { reason: 'handshakes', ip });
    return false;
  }

  /** Counts every packet of a connection from now on, pings of both protocols included. */
  watch(connection: Connection): void {
    const address = this.addressOf(connection.request as IncomingMessage);
    const member: Member = { address, isJoining: false, isEnded: false, running: new Set() };
    this.members.set(connection, member);
    this.connections.add(address);
    const count = (packet?: { type: string; data?: unknown }) => this.count(connection, member, packet);
    connection.on('packet', count);
    connection.on('upgrading', () => count());
    connection.on('upgrade', () => onPing(connection, () => count()));
    onPing(connection, () => count());
    connection.once('close', () => {
      this.leave(connection);
      this.connections.remove(address);
      this.frames.forget(connection);
    });
  }

  /**
   * Admits one socket of a connection. `join` names who it is for and does its own checks.
   *
   * @throws LuitError `too_many_requests` where the address or the holder has too many sockets; what `join` throws
   */
  async admit(socket: Socket, join: () => Promise<{ holder: string; isGuest: boolean }>): Promise<void> {
    const connection = socket.conn;
    const member = this.memberOf(connection);
    if (member.isJoining || member.isEnded) throw tooMany('This connection is open already.');
    const { perAccount, perGuest, perAddress } = this.config.sockets;
    if (this.connections.of(member.address) > perAddress) throw this.refusal(member, 'address');
    member.isJoining = true;
    try {
      const { holder, isGuest } = await join();
      if (this.holders.of(holder) >= (isGuest ? perGuest : perAccount)) throw this.refusal(member, 'account');
      // A connection that closed meanwhile tells of its end no more.
      if (connection.readyState !== 'open') throw tooMany('The connection was closed.');
      this.holders.add(holder);
      Object.assign(member, { holder, socket });
    } catch (error) {
      member.isJoining = false;
      throw error;
    }
  }

  /** The socket left; its connection may join again. */
  leave(connection: Connection): void {
    const member = this.memberOf(connection);
    if (member.holder !== undefined) this.holders.remove(member.holder);
    Object.assign(member, { holder: undefined, socket: undefined, isJoining: false });
  }

  /**
   * Answers one event: one of each kind at a time per socket, and a few at a time per account.
   *
   * @throws LuitError `too_many_requests`; what `work` throws
   */
  async answer<T>(connection: Connection, event: string, work: () => Promise<T>): Promise<T> {
    const { holder = '', running } = this.memberOf(connection);
    if (running.has(event)) throw tooMany('The one before is not answered yet.', 1);
    if (this.running.of(holder) >= ACCOUNT_CONCURRENCY) throw tooMany('Too much is asked at once.', 1);
    running.add(event);
    this.running.add(holder);
    try {
      return await work();
    } finally {
      running.delete(event);
      this.running.remove(holder);
    }
  }

  private count(connection: Connection, member: Member, packet?: { type: string; data?: unknown }): void {
    if (member.isEnded) return;
    const reason = this.excess(connection, member, packet);
    if (!reason) return;
    member.isEnded = true;
    recordSecurityEvent('socket_limited', { reason, subject: member.holder, ip: member.address });
    const { code, message, retryAfterSeconds } = tooMany('This page asks too often. Live updates pause for a minute.');
    // Not by the socket's own `emit`, which takes the way through Redis and would come after the end.
    member.socket?.nsp.local.to(member.socket.id).emit('limited', { code, message, retryAfterSeconds });
    endConnection(connection, member.socket);
  }

  private excess(connection: Connection, { holder }: Member, packet?: { data?: unknown }): string | undefined {
    if (!this.frames.take(connection)) return 'socket';
    if (holder !== undefined && !this.accountFrames.take(holder)) return 'account';
    if (packet && isBinary(packet)) return 'binary';
    return unreadOf(connection) > MAX_UNREAD ? 'unread' : undefined;
  }

  private memberOf(connection: Connection): Member {
    const member = this.members.get(connection);
    if (!member) throw new Error('A connection is not watched');
    return member;
  }

  private refusal({ address }: Member, reason: 'address' | 'account'): LuitError {
    recordSecurityEvent('socket_refused', { reason, ip: address });
    return tooMany('Too many live connections are open. This page asks for updates instead.');
  }
}

function tooMany(text: string, retryAfterSeconds = RETRY_AFTER_SECONDS): LuitError {
  return new LuitError('too_many_requests', text, { retryAfterSeconds });
}

/** No event of ours carries bytes; socket.io would keep them until the last announced one is there. */
function isBinary({ data }: { data?: unknown }): boolean {
  return data !== undefined && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'));
}

function unreadOf(connection: Connection): number {
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
}
