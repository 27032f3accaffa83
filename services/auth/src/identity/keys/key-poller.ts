import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { KeysService } from './keys.service';

const INTERVAL_MS = 5_000;

/** Reloads the signing keys, so that every replica follows a rotation. */
@Injectable()
export class KeyPoller implements OnApplicationBootstrap {
  constructor(
    private readonly keys: KeysService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('signing-keys', INTERVAL_MS, () => this.keys.reload());
  }
}
