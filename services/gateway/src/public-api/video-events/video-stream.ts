import { toVideo, type Video } from '@luit/contracts/http/videos';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { PassThrough } from 'node:stream';

/** A client that does not read so many bytes is disconnected; it gets the newest state when it connects again. */
const MAX_UNREAD_BYTES = 64 * 1_024;
/** The time after which clients connect again, milliseconds. */
const RETRY_MS = 2_000;

/** Writes the states of a video as server-sent events, each with its sequence as id, and ends after the final one. */
export class VideoStream {
  readonly output = new PassThrough();

  /** @param sequence of the newest state that the client has; -1 for none */
  constructor(private sequence: number) {
    this.output.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** Writes a state, unless the client has it or a newer one. */
  offer(record: RequestRecord): void {
    if (record.sequence <= this.sequence) return;
    this.sequence = record.sequence;
    const video = toVideo(record);
    this.put(`id: ${record.sequence}\nevent: ${eventOf(video)}\ndata: ${JSON.stringify(video)}\n\n`);
    if (record.completedAt !== null) this.end();
  }

  /** A comment, which keeps proxies and sockets from closing an idle stream. */
  beat(): void {
    this.put(':\n\n');
  }

  end(): void {
    this.output.end();
  }

  private put(text: string): void {
    if (this.output.writableEnded || this.output.destroyed) return;
    this.output.write(text);
    if (this.output.writableLength + this.output.readableLength > MAX_UNREAD_BYTES) this.output.destroy();
  }
}

function eventOf({ status, luit }: Video): string {
  return luit.canceled ? 'video.canceled' : `video.${status}`;
}
