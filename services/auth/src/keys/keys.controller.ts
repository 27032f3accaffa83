import { authCalls } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { KeysService } from './keys.service';

@Controller()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @OnCall(authCalls.getVerificationKeys)
  async getVerificationKeys(): Promise<{ keys: VerificationKey[] }> {
    return { keys: await this.keys.verificationKeys() };
  }
}
