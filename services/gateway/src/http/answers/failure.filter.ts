import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import type { FailureBody } from '@luit/contracts/http/failures';
import { toLuitError } from '@luit/platform/errors/errors';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordRefusedAction } from './refused-action';
import { logRefusedRequest } from '../logs/access-log';
import { versionHeaders } from './api-version';
import { isPublicApi, PROBLEM_TYPE, problemOf, shouldRetry, statusInPublicApi } from './problem-details';

/** Codes and messages for errors that the framework raises. */
const BY_STATUS: Record<number, { code: ErrorCode; text: string }> = {
  400: { code: 'validation_failed', text: 'The request could not be parsed.' },
  401: { code: 'unauthorized', text: 'No active session' },
  403: { code: 'forbidden', text: 'You do not have permission to do this.' },
  404: { code: 'not_found', text: 'This URL does not exist.' },
  413: { code: 'payload_too_large', text: 'The request is too large.' },
  414: { code: 'validation_failed', text: 'The request URL is too long.' },
  415: { code: 'unsupported_media_type', text: 'This content type is not supported.' },
  416: { code: 'validation_failed', text: 'The requested range is outside the file.' },
};

/** Sends every error in the same envelope. Unexpected errors are logged with their cause and answered without it. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly log = new Logger(FailureFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const failure = this.toFailure(error, request);
    recordRefusedAction(request, failure);
    // The response has started, so the only option is to abort the connection.
    if (reply.raw.headersSent) return void reply.raw.destroy();
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfterSeconds));
    if (isPublicApi(request.url)) reply.header('x-should-retry', String(shouldRetry(failure)));
    const status = error instanceof HttpException ? error.getStatus() : statusOf(failure, request);
    // Errors are never cached, even on cacheable routes.
    reply.header('cache-control', 'no-store');
    // Errors of early hooks are sent before the security headers are set.
    reply.header('x-content-type-options', 'nosniff');
    const { contentType, text } = errorBody(failure, status, request);
    void reply.status(status).type(contentType).send(text);
  }

  private toFailure(error: unknown, request: FastifyRequest): LuitError {
    if (error instanceof HttpException) {
      const known = BY_STATUS[error.getStatus()];
      if (known) return new LuitError(known.code, known.text);
    }
    const failure = toLuitError(error);
    if (failure.code === 'internal_error') {
      const route = request.routeOptions?.url ?? request.url.split('?', 1)[0];
      withCorrelation(request.id, () =>
        this.log.error({ msg: 'HTTP request failed', method: request.method, route, err: error }),
      );
    }
    return failure;
  }
}

/** Answers 404 for URLs that Fastify cannot decode. No hook has run at this point. */
export function rejectMalformedUrl(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = new LuitError('not_found', 'This URL does not exist.');
  logRefusedRequest(request.id, failure.status, request.method);
  const { contentType, text } = errorBody(failure, failure.status, request);
  void reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .headers(versionHeaders(request))
    .status(failure.status)
    .type(contentType)
    .send(text);
}

function statusOf(failure: LuitError, { url }: FastifyRequest): number {
  return isPublicApi(url) ? statusInPublicApi(failure) : failure.status;
}

/** Problem details under /v1, the envelope everywhere else. */
export function errorBody(
  failure: LuitError,
  status: number,
  { url, id }: FastifyRequest,
): { contentType: string; text: string } {
  if (isPublicApi(url)) return { contentType: PROBLEM_TYPE, text: JSON.stringify(problemOf(failure, status, id)) };
  return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(failureBody(failure, id)) };
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
