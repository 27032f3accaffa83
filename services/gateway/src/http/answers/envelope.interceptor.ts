import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { isPublicApi } from './problem-details';

const DATA_ENVELOPE = 'luit:data-envelope';

/** Marks operations of the OpenAPI document with responses that repeat their fields in `data`. */
export const DATA_ENVELOPE_EXTENSION = 'x-data-envelope';

/** Credit and admin responses repeat their fields in `data`. */
export const DataEnvelope = () =>
  applyDecorators(SetMetadata(DATA_ENVELOPE, true), ApiExtension(DATA_ENVELOPE_EXTENSION, true));

/** Adds `success: true` to object responses. Files, empty responses and responses of the public API are unchanged. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    if (isPublicApi(context.switchToHttp().getRequest<FastifyRequest>().url)) return next.handle();
    const hasData = this.reflector.getAllAndOverride<boolean | undefined>(DATA_ENVELOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    return next.handle().pipe(map((answer: unknown) => (isPlain(answer) ? wrap(answer, hasData ?? false) : answer)));
  }
}

export function wrap(answer: object, hasData: boolean): object {
  if (!hasData) return { success: true, ...answer };
  const { message, ...data } = answer as { message?: string };
  return { success: true, ...(message === undefined ? {} : { message }), ...data, data };
}

function isPlain(answer: unknown): answer is object {
  return typeof answer === 'object' && answer !== null && !(answer instanceof StreamableFile);
}
