import { authCalls } from '@luit/contracts/auth/messages';
import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { ProfileBody, User } from '@luit/contracts/auth/users';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Identity } from '../../access/identities/token.strategy';

/** A user's profile and signed-in devices. */
@Injectable()
export class ProfilesService {
  constructor(private readonly calls: CallClient) {}

  async update(input: ProfileBody, { id }: Identity): Promise<{ user: User }> {
    return { user: await this.calls.call(authCalls.updateUser, { userId: id, ...input }) };
  }

  listSessions({ id, sessionId }: Identity): Promise<{ sessions: DeviceSession[] }> {
    return this.calls.call(authCalls.listSessions, { userId: id, sessionId });
  }

  async endSession(sessionId: string, { id }: Identity): Promise<void> {
    if (!isUUID(sessionId)) throw new LuitError('not_found', 'This device is already signed out.');
    await this.calls.call(authCalls.revokeSession, { userId: id, sessionId });
  }
}
