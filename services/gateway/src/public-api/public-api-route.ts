import type { ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { API_VERSION_HEADER, API_VERSIONS } from '../http/api-version';
import { ApiKeyGuard, RequiresScope } from '../identities/api-key.guard';
import { PublicApiLimitGuard } from './public-api-limit.guard';

const version = ApiHeader({
  name: API_VERSION_HEADER,
  required: false,
  description: 'The version that the program was written for; the newest if absent',
  schema: { type: 'string', enum: [...API_VERSIONS] },
});

/** Declares a route of the public API: the scope that a key needs for it, and what it does. */
export function PublicApiRoute(scope: ApiKeyScope, summary: string): MethodDecorator {
  return applyDecorators(
    RequiresScope(scope),
    UseGuards(ApiKeyGuard, PublicApiLimitGuard),
    ApiBearerAuth('apiKey'),
    version,
    ApiOperation({ summary, description: `Requires the scope \`${scope}\`.` }),
  );
}
