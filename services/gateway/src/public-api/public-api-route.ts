import { API_VERSIONS, type ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { applyDecorators, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { API_VERSION_HEADER } from '../http/answers/api-version';
import { ApiKeyGuard, RequiresScope } from '../access/identities/api-key.guard';
import { DeprecationInterceptor } from './deprecation.interceptor';
import { KnownFieldsGuard } from './known-fields.guard';
import { PublicApiLimitGuard } from './public-api-limit.guard';

const version = ApiHeader({
  name: API_VERSION_HEADER,
  required: false,
  description:
    'The version that the program was written for; if absent, the one that was the newest when the key was created',
  schema: { type: 'string', enum: [...API_VERSIONS] },
});

/** Declares a route of the public API: the scope that a key needs for it, and its effect. */
export function PublicApiRoute(scope: ApiKeyScope, summary: string): MethodDecorator {
  return applyDecorators(
    RequiresScope(scope),
    UseGuards(ApiKeyGuard, PublicApiLimitGuard, KnownFieldsGuard),
    UseInterceptors(DeprecationInterceptor),
    ApiBearerAuth('apiKey'),
    version,
    ApiOperation({ summary, description: `Requires the scope \`${scope}\`.` }),
  );
}
