import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import type { FailureBody } from '@luit/contracts/http/failures';
import { toLuitError } from '@luit/platform/calls/errors';
import { withCorrelation } from '@luit/platform/context';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordRefusedAction } from '../audit/refused-action';

/** What the framework itself refuses, in our words. */
const BY_STATUS: Record<number, { code: ErrorCode; text: string }> = {
  400: { code: 'validation_failed', text: 'The request could not be read.' },
  401: { code: 'unauthorized', text: 'No active session' },
  403: { code: 'forbidden', text: 'You may not do this.' },
  404: { code: 'not_found', text: 'There is nothing at this address.' },
  405: { code: 'not_found', text: 'There is nothing at this address.' },
  413: { code: 'payload_too_large', text: 'The request is too large.' },
  414: { code: 'validation_failed', text: 'The address of the request is too long.' },
  415: { code: 'unsupported_media_type', text: 'This type of content is not accepted.' },
  416: { code: 'validation_failed', text: 'The requested range is outside of the file.' },
};

/** Every failure leaves as one envelope. A bug is logged with its cause and answered without it. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly log = new Logger(FailureFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const failure = this.understand(error, request);
    recordRefusedAction(request, failure);
    // The start of a file is on its way: all that is left is to cut it off.
    if (reply.raw.headersSent) return void reply.raw.destroy();
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterSeconds));
    const status = error instanceof HttpException ? error.getStatus() : failure.status;
    // A failure is not kept where its route lets answers be kept.
    reply.header('cache-control', 'no-store');
    // Refusals of early hooks leave before helmet's headers are set.
    reply.header('x-content-type-options', 'nosniff');
    void reply.status(status).type('application/json; charset=utf-8').send(failureBody(failure, request.id));
  }

  private understand(error: unknown, request: FastifyRequest): LuitError {
    if (error instanceof HttpException) {
      const known = BY_STATUS[error.getStatus()];
      if (known) return new LuitError(known.code, known.text);
    }
    const failure = toLuitError(error);
    if (failure.code === 'internal_error') {
      const route = request.routeOptions?.url ?? request.url.split('?', 1)[0];
      withCorrelation(request.id, () =>
        this.log.error({ msg: 'A request failed', method: request.method, route, err: error }),
      );
    }
    return failure;
  }
}

/** Answers an address that Fastify cannot read, before any hook runs: it leads nowhere. */
export function rejectMalformedUrl(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = new LuitError('not_found', 'There is nothing at this address.');
  void reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .status(failure.status)
    .type('application/json; charset=utf-8')
    .send(failureBody(failure, request.id));
}

export function failureBody(failure: LuitError, requestId: string): FailureBody {
  return {
    success: false,
    code: failure.code,
    message: failure.message,
    error: failure.message,
    requestId,
    ...(failure.details ? { details: failure.details } : {}),
  };
}
