import { Poller } from '@luit/platform/scheduling/poller';
import { Injectable } from '@nestjs/common';
import { KeysService } from './keys.service';

/** Reloads the signing keys, so that every replica follows a rotation. */
@Injectable()
export class KeyPoller extends Poller {
  protected readonly everyMs = 3_000;

  constructor(private readonly keys: KeysService) {
    super();
  }

  round(): Promise<void> {
    return this.keys.reload();
  }
}
