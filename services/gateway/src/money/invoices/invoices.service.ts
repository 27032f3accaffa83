import { billingCalls } from '@luit/contracts/billing/messages';
import type { VideoPayment } from '@luit/contracts/billing/receipts';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { OwnerOrGuest } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { RateLimiter } from '../../access/limits/rate-limiter';

/** Rendering a document blocks billing for about 100 ms. */
const PER_MINUTE = { name: 'invoicesPerMinute', size: 30, windowMs: 60_000 };

@Injectable()
export class InvoicesService {
  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
  ) {}

  async ofUser(file: string, { id }: Identity): Promise<StreamableFile> {
    await this.limiter.take([{ allowance: PER_MINUTE, subject: id }]);
    return this.open(file, id);
  }

  ofAnyone(file: string): Promise<StreamableFile> {
    return this.open(file, null);
  }

  private async open(file: string, userId: string | null): Promise<StreamableFile> {
    const transactionId = file.replace(/\.pdf$/, '');
    if (transactionId === file || !isUUID(transactionId)) {
      throw new LuitError('not_found', 'There is no invoice for this transaction.');
    }
    return fileOf(await this.calls.call(billingCalls.getInvoice, { transactionId, userId }));
  }

  /** @throws LuitError `not_found` for a request of others */
  async paymentOfVideo(requestId: string, reader: OwnerOrGuest): Promise<{ payment: VideoPayment | null }> {
    await this.requireReadable(requestId, reader);
    return this.calls.call(billingCalls.getVideoPayment, { requestId });
  }

  /** @throws LuitError `not_found` for a request of others, or one that was not paid for directly */
  async ofVideo(requestId: string, reader: OwnerOrGuest): Promise<StreamableFile> {
    await this.limiter.take([{ allowance: PER_MINUTE, subject: reader.id }]);
    await this.requireReadable(requestId, reader);
    return fileOf(await this.calls.call(billingCalls.getVideoReceipt, { requestId }));
  }

  private async requireReadable(requestId: string, { id }: OwnerOrGuest): Promise<void> {
    if (!isUUID(requestId)) throw new LuitError('not_found', 'Request not found.');
    await this.calls.call(generationCalls.getRequest, { userId: id, requestId });
  }
}

function fileOf({ number, pdf }: { number: string; pdf: string }): StreamableFile {
  const bytes = Buffer.from(pdf, 'base64');
  return new StreamableFile(bytes, {
    type: 'application/pdf',
    disposition: `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
    length: bytes.length,
  });
}
