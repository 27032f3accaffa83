import type { Consents } from '@luit/contracts/auth/consents';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../identities/token.strategy';
import type { ConsentDto } from './consents.dto';

/** What a user agreed to. */
@Injectable()
export class ConsentsService {
  constructor(private readonly calls: CallClient) {}

  get({ id: userId }: Identity): Promise<Consents> {
    return this.calls.call(authCalls.getConsents, { userId });
  }

  change({ id: userId }: Identity, consent: ConsentDto): Promise<Consents> {
    return this.calls.call(authCalls.changeConsent, { ...consent, userId });
  }
}
