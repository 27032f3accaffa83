import { retirementOf } from '@luit/contracts/generation/catalog/lifecycle';
import type { Deprecation } from '@luit/contracts/generation/catalog/lifecycle';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { VideoCatalog } from './video-catalog';

/** Says in the headers of a response about one video, image, quote or model that the model will retire. */
@Injectable()
export class DeprecationInterceptor implements NestInterceptor {
  constructor(private readonly catalog: VideoCatalog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        const id = modelIn(answer);
        const deprecation = id === undefined ? undefined : await this.catalog.deprecationOf(id);
        if (deprecation) reply.headers(deprecationHeaders(deprecation));
        return answer;
      }),
    );
  }
}

function modelIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { object, id, model } = answer as { object?: unknown; id?: unknown; model?: unknown };
  const found =
    object === 'model' ? id : object === 'video' || object === 'image' || object === 'quote' ? model : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** `Deprecation` of RFC 9745, `Sunset` of RFC 8594, and the link relation `successor-version` of RFC 5829. */
function deprecationHeaders({ since, endsAt, replacement }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: retirementOf(endsAt).toUTCString(),
    ...(replacement !== null && {
      link: `</v1/models/${encodeURIComponent(replacement)}>; rel="successor-version"`,
    }),
  };
}
