import { apiKeyBody, apiKeyChangeBody, apiKeyRotationBody } from '@luit/contracts/auth/api-keys';
import { apiKeyView } from '@luit/contracts/http/api-keys';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import { From } from '../../access/identities/request-source';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { ApiKeysService } from './api-keys.service';

class ApiKeyChangeDto extends dtoOf(apiKeyChangeBody) {}
class ApiKeyDto extends dtoOf(apiKeyBody) {}
class ApiKeyRotationDto extends dtoOf(apiKeyRotationBody) {}

const issuedApiKey = apiKeyView.extend({
  /** The secret, which no later response contains. */
  key: z.string(),
});

const Limited = () => UseGuards(PerMinute('apiKeyChangesPerMinute'));

@ApiTags('api keys')
@ApiBearerAuth('user')
@Controller('api/keys')
@UseGuards(UserGuard)
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Answers(200, {
    keys: z.array(apiKeyView),
    /** Credits that test keys have at their first use of a day in IST. */
    testCreditsPerDay: z.number(),
  })
  @ApiOperation({ summary: 'Lists the API keys of the account with their budgets, newest first' })
  list(@CurrentUser() user: Identity) {
    return this.keys.list(user.id);
  }

  @Post()
  @Limited()
  @GrantsLastingAccess('api_key')
  @Answers(201, issuedApiKey)
  @ApiOperation({
    summary: 'Creates an API key, which is returned this once',
    description:
      'Only the hash of a secret is stored: repeating an `Idempotency-Key` within a day returns the same key with a new secret, and the first secret ends. Once it was used, the answer is 409.',
  })
  create(
    @CurrentUser() user: Identity,
    @Body() input: ApiKeyDto,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.keys.create(user.id, input, { from, idempotencyKey });
  }

  @Patch(':id')
  @Limited()
  @GrantsLastingAccess('api_key')
  @Answers(200, apiKeyView)
  @ApiOperation({ summary: 'Changes the name, restrictions or budget of an API key' })
  change(
    @CurrentUser() user: Identity,
    @Param('id') id: string,
    @Body() input: ApiKeyChangeDto,
    @From() from: RequestSource,
  ) {
    return this.keys.change(user.id, id, input, from);
  }

  @Delete(':id')
  @Limited()
  @AnswersNothing()
  @ApiOperation({ summary: 'Revokes an API key within a second' })
  revoke(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.keys.revoke(user.id, id);
  }

  @Post(':id/rotate')
  @Limited()
  @GrantsLastingAccess('api_key')
  @Answers(201, issuedApiKey)
  @ApiOperation({ summary: 'Replaces an API key; the previous one stays valid for a while' })
  rotate(
    @CurrentUser() user: Identity,
    @Param('id') id: string,
    @Body() { overlapHours }: ApiKeyRotationDto,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.keys.rotate(user.id, id, { overlapHours, from, idempotencyKey });
  }
}
