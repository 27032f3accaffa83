import type { ContentReportBody, ReportReceipt } from '@luit/contracts/auth/content-reports';
import { REPORT_NOT_FOUND } from '@luit/contracts/auth/content-report-limits';
import { languageOrDefault } from '@luit/contracts/auth/languages';
import { authCalls } from '@luit/contracts/auth/messages';
import { reportNumber } from '@luit/contracts/auth/content-reports';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf } from '../../access/limits/rate-limit.guard';
import { LiveLimits } from '../../access/limits/live-limits';
import { RateLimiter } from '../../access/limits/rate-limiter';
import { ReportedRequests } from './reported-requests.service';

const HOUR_MS = 60 * 60_000;
/** People report more than they write to support: a whole account of videos, for example. */
const REPORTS_PER_MESSAGE = 4;
const REFUSAL = {
  code: 'too_many_requests' as const,
  text: 'You’ve sent several reports already. Please try again later or email us directly.',
};

@Injectable()
export class ContentReportsService {
  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    private readonly requests: ReportedRequests,
    private readonly limits: LiveLimits,
  ) {}

  /** @throws LuitError `too_many_requests` with the seconds to wait; `validation_failed`, also for a bot; errors of auth */
  async post(
    { website, ...input }: ContentReportBody,
    request: FastifyRequest,
    idempotencyKey?: string,
  ): Promise<{ report: ReportReceipt }> {
    const size = REPORTS_PER_MESSAGE * this.limits.current.contactPerHour;
    const allowance = { name: 'reports', size, windowMs: HOUR_MS, refusal: REFUSAL };
    const charge = { allowance, subject: addressPrefix(request.ip) };
    const fingerprint = fingerprintOf(request);
    await this.limiter.take([charge], fingerprint);
    // A receipt with a made-up number would tell a bot nothing, but a person with a browser that filled the field in would trust it.
    if (website) throw new LuitError('validation_failed', 'Please leave the hidden field empty.');
    const requestId = await this.requests.find(input.target);
    const language = languageOrDefault(input.language);
    const fields = { ...input, language, requestId, idempotencyKey };
    const report = await this.calls.call(authCalls.postContentReport, fields);
    if (fingerprint) await this.limiter.remember(charge, fingerprint);
    return { report };
  }

  /** @throws LuitError `not_found` */
  async get(number: string): Promise<{ report: ReportReceipt }> {
    const written = number.trim().toUpperCase();
    if (!reportNumber.safeParse(written).success) throw new LuitError('not_found', REPORT_NOT_FOUND);
    return { report: await this.calls.call(authCalls.getReportReceipt, { number: written }) };
  }
}
