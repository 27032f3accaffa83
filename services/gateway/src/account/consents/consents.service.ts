import type { ConsentBody, Consents } from '@luit/contracts/auth/consents';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../access/identities/token.strategy';

/** The notices that a user agreed to. */
@Injectable()
export class ConsentsService {
  constructor(private readonly calls: CallClient) {}

  get({ id: userId }: Identity): Promise<Consents> {
    return this.calls.call(authCalls.getConsents, { userId });
  }

  change({ id: userId }: Identity, consent: ConsentBody): Promise<Consents> {
    return this.calls.call(authCalls.changeConsent, { ...consent, userId });
  }
}
