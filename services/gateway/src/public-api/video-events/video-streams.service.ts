import { authBroadcasts } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { InFlight } from '../../http/connections/in-flight';
import { bearerOf } from '../../access/identities/api-key-credentials';
import { ApiKeyGrants, hasExpired } from '../../access/identities/api-key-grants';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { RequestChanges } from '../../creations/requests/request-changes';
import { OwnRequests } from '../own-requests';
import { VIDEO } from '../videos/videos.service';
import { VideoStream } from './video-stream';

const STREAMS = { perSubject: 50, total: 10_000 };
const BUSY_SECONDS = 5;
/** Less than half of what proxies and our own limit of idle sockets allow. */
export const BEAT_MS = 15_000;

interface OpenStream {
  stream: VideoStream;
  request: ApiRequest;
  id: string;
}

/** Event streams of videos for API clients. Each key may open only a limited number, and only while it is valid. */
@Injectable()
export class VideoStreamsService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(VideoStreamsService.name);
  private readonly inFlight = new InFlight(STREAMS);
  private readonly open = new Set<OpenStream>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly own: OwnRequests,
    private readonly changes: RequestChanges,
    private readonly grants: ApiKeyGrants,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    this.changes.onLoss(() => this.forEach((open) => this.resync(open)));
    await this.broadcasts.subscribe(authBroadcasts.apiKeysChanged, ({ keyIds }) => {
      // After the grants of these keys were forgotten.
      setImmediate(() => this.forEach((open) => this.endIfRefused(open), new Set(keyIds)));
    });
    this.timer = setInterval(() => this.beat(), BEAT_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    for (const { stream } of this.open) stream.end();
  }

  /** Checks the streams of all keys; a lost broadcast delays the end of a stream until the next beat. */
  beat(): void {
    for (const { stream } of this.open) stream.beat();
    this.forEach((open) => this.endIfRefused(open));
  }

  /**
   * The states of a video that are newer than `known`, until the final one.
   *
   * @returns null if the client has the final state
   * @throws LuitError `not_found`; `too_many_requests` if the key has too many streams
   */
  async start(request: ApiRequest, id: string, known: number): Promise<Readable | null> {
    const { keyId } = request.user!;
    const release = this.inFlight.begin(keyId);
    if (!release) {
      const text = `An API key has at most ${STREAMS.perSubject} open streams.`;
      throw new LuitError('too_many_requests', text, { retryAfterSeconds: BUSY_SECONDS });
    }
    const stream = new VideoStream(known);
    const open = { stream, request, id };
    // Listens before it reads, so that no change falls between the two.
    const stopListening = this.changes.listen(id, (record) => stream.offer(record));
    this.open.add(open);
    stream.output.once('close', () => {
      this.open.delete(open);
      stopListening();
      release();
    });
    try {
      const record = await this.own.find(request.user!, id, VIDEO);
      if (record.completedAt !== null && record.sequence <= known) {
        stream.output.destroy();
        return null;
      }
      stream.offer(record);
      return stream.output;
    } catch (error) {
      stream.output.destroy();
      throw error;
    }
  }

  private forEach(action: (open: OpenStream) => Promise<void>, keyIds?: Set<string>): void {
    for (const open of this.open) {
      if (keyIds && !keyIds.has(open.request.user!.keyId)) continue;
      action(open).catch((error: unknown) => {
        this.log.warn({ msg: 'An event stream failed; closing it', requestId: open.id, err: error });
        open.stream.end();
      });
    }
  }

  private async resync({ stream, request, id }: OpenStream): Promise<void> {
    stream.offer(await this.own.find(request.user!, id, VIDEO));
  }

  private async endIfRefused({ stream, request }: OpenStream): Promise<void> {
    const grant = await this.grants.find(bearerOf(request) ?? '', request.ip);
    if (!grant || hasExpired(grant) || !grant.scopes.includes('videos:read') || !grant.admits(request.ip)) stream.end();
  }
}
