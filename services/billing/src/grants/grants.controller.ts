import { authEvents } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Posting } from '../ledger/ledger.service';
import { GrantsService } from './grants.service';

@Controller()
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @OnCall(billingCalls.grantCredits)
  grantCredits(request: {
    userId: string;
    credits: number;
    description: string;
    expiresAt: string | null;
    idempotencyKey: string;
  }): Promise<Posting> {
    return this.grants.grant(request);
  }

  @OnEvent(authEvents.userConfirmed)
  userConfirmed(confirmed: { userId: string; confirmedAt: string }, manager: EntityManager): Promise<void> {
    return this.grants.grantSignupCredits(confirmed, manager);
  }
}
