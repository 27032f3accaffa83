import type { AccessAction } from '@luit/contracts/auth/access-actions';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  SetMetadata,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { finished } from 'node:stream';
import { mergeMap, type Observable } from 'rxjs';
import type { Identity } from '../identities/token.strategy';
import { type Access, AccessRecorder } from './access-recorder';
import { ExportedFile } from '../../http/answers/exported-file';

const ACTION = 'luit:recorded-access';
const MAX_DETAIL = 200;

type Params = { id?: string; file?: string };
type AccessRequest = FastifyRequest<{ Params: Params; Querystring: Record<string, unknown> }> & { user?: Identity };

/** Records each access to this route (who, the subject, the filter and the number of rows) before the response is sent. */
export const RecordedAccess = (action: AccessAction) =>
  applyDecorators(SetMetadata(ACTION, action), UseInterceptors(RecordedAccessInterceptor));

@Injectable()
export class RecordedAccessInterceptor implements NestInterceptor {
  private readonly log = new Logger(RecordedAccessInterceptor.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: AccessRecorder,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const action = this.reflector.get<AccessAction>(ACTION, context.getHandler());
    const request = context.switchToHttp().getRequest<AccessRequest>();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        const access = accessOf(action, request);
        if (answer instanceof ExportedFile) await this.recordExport(access, answer);
        else if (answer instanceof StreamableFile) await this.recorder.record(withDetails(access, { rows: '1' }));
        else await this.recorder.recordRead(withDetails(access, { rows: rowsOf(answer) }));
        return answer;
      }),
    );
  }

  /** Records a streamed export twice: before the first byte, and with the number of rows at its end. */
  private async recordExport(access: Access, file: ExportedFile): Promise<void> {
    if (file.isComplete()) {
      await this.recorder.record(withDetails(access, { rows: String(file.rows()) }));
      return;
    }
    const start = await this.recorder.record(withDetails(access, { state: 'started' }));
    finished(file.getStream(), () => {
      const state = file.isComplete() ? 'completed' : 'cut off';
      const details = { state, rows: String(file.rows()), started: start };
      this.recorder.record(withDetails(access, details)).catch((error: unknown) => {
        this.log.error({ msg: 'Recording the end of an export failed', ...access, ...details, err: error });
      });
    });
  }
}

function accessOf(action: AccessAction, { user, params, query, routeOptions }: AccessRequest): Access {
  const filter = Object.entries(query)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => [name, String(value).slice(0, MAX_DETAIL)] as const)
    .sort(([one], [other]) => one.localeCompare(other));
  const subject = (params.id ?? params.file?.replace(/\.pdf$/, '') ?? null)?.slice(0, MAX_DETAIL) ?? null;
  // Guards admit only operators to /api/admin, and only users elsewhere.
  const isOperator = routeOptions.url?.startsWith('/api/admin/') ?? false;
  const details = { ...Object.fromEntries(filter), ...(isOperator || !user ? {} : { owner: user.id }) };
  return { adminId: isOperator && user ? user.id : null, action, subject, details };
}

function withDetails(access: Access, details: Record<string, string>): Access {
  return { ...access, details: { ...access.details, ...details } };
}

function rowsOf(answer: unknown): string {
  const { items } = answer as { items?: unknown };
  return Array.isArray(items) ? String(items.length) : '1';
}
