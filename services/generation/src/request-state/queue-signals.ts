import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/**
 * Tells the dispatcher of this process after a commit that a job may have become runnable. A lost signal costs a moment: the
 * dispatcher also runs on a timer.
 */
@Injectable()
export class QueueSignals {
  /** True if jobs waited in the dispatcher's latest round; otherwise a released slot is of no use. */
  isWaiting = true;
  private readonly emitter = new EventEmitter<{ waiting: []; released: [] }>();

  /** A job waits for a slot or for its next search, or may run now for another reason. */
  jobWaiting(): void {
    this.emitter.emit('waiting');
  }

  /** A job has released its slot. */
  slotReleased(): void {
    this.emitter.emit('released');
  }

  onJobWaiting(listener: () => void): void {
    this.emitter.on('waiting', listener);
  }

  onSlotReleased(listener: () => void): void {
    this.emitter.on('released', listener);
  }
}
