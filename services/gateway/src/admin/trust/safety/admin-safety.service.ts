import type {
  FindingDecisionBody,
  FindingsQuery,
  SafetyBody,
  StoredSafetySettings,
} from '@luit/contracts/generation/safety';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { safetyFindingPage } from '@luit/contracts/generation/safety';
import { page } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ReasonDto } from '../../reason.dto';
import { FilesService } from '../../../storage/files/files.service';
import type { Identity } from '../../../access/identities/token.strategy';

const byOperator = { admin_email: z.string() };
const adminFinding = safetyFindingPage.shape.items.element.extend({
  decision: safetyFindingPage.shape.items.element.shape.decision.unwrap().extend(byOperator).nullable(),
});
/** Refused prompts and prompts to review, with the addresses of the operators who decided. */
export const adminFindingPage = page(adminFinding);

/** Which prompts are refused or reviewed before credits are held. */
@Injectable()
export class AdminSafetyService {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
  ) {}

  get(): Promise<StoredSafetySettings> {
    return this.calls.call(operationsCalls.getSafetySettings, {});
  }

  /** @throws LuitError `conflict` with the stored settings; `validation_failed` for minors with another verdict than `refuse` */
  async change(input: SafetyBody, { id: adminId }: Identity) {
    const settings = await this.calls.call(operationsCalls.changeSafetySettings, { adminId, ...input });
    return { message: 'The settings have been saved', ...settings };
  }

  async listFindings({ user, ...filter }: FindingsQuery) {
    const found = await this.calls.call(operationsCalls.listSafetyFindings, { ...filter, userId: user });
    const adminIds = [...new Set(found.items.flatMap(({ decision }) => decision?.adminId ?? []))];
    const { emails } = adminIds.length
      ? await this.calls.call(authCalls.getAdminEmails, { adminIds })
      : { emails: {} as Record<string, string> };
    const items = found.items.map(({ decision, ...finding }) => ({
      ...finding,
      decision: decision && { ...decision, admin_email: emails[decision.adminId] ?? '' },
    }));
    return { ...found, items };
  }

  /** @throws LuitError `not_found`; `conflict` if it was decided before */
  async decide(id: string, input: FindingDecisionBody, { id: adminId }: Identity) {
    if (!isUUID(id)) throw new LuitError('not_found', 'This prompt is no longer stored.');
    await this.calls.call(operationsCalls.decideSafetyFinding, { id, adminId, ...input });
    return {
      message: input.decision === 'lifted' ? 'The text is allowed for this account' : 'The finding is confirmed',
    };
  }

  /** Sends the file of a finding, once the look is recorded. @throws LuitError `not_found` */
  async openOutput(
    id: string,
    { reason }: ReasonDto,
    { id: adminId }: Identity,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This file is no longer stored.');
    const { key } = await this.calls.call(operationsCalls.openFindingOutput, { id, adminId, reason });
    return this.files.deliver(key, { cacheControl: 'no-store' }, request, reply);
  }
}
