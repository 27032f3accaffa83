import { apiKeyView } from '@luit/contracts/http/api-keys';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers, AnswersNothing } from '../http/answers';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { PerMinute } from '../limits/rate-limit.guard';
import { ApiKeyChangeDto, ApiKeyDto, ApiKeyRotationDto } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';

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
  @Answers(201, issuedApiKey)
  @ApiOperation({ summary: 'Creates an API key, which is returned this once' })
  create(@CurrentUser() user: Identity, @Body() input: ApiKeyDto) {
    return this.keys.create(user.id, input);
  }

  @Patch(':id')
  @Limited()
  @Answers(200, apiKeyView)
  @ApiOperation({ summary: 'Changes the name, restrictions or budget of an API key' })
  change(@CurrentUser() user: Identity, @Param('id') id: string, @Body() input: ApiKeyChangeDto) {
    return this.keys.change(user.id, id, input);
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
  @Answers(201, issuedApiKey)
  @ApiOperation({ summary: 'Replaces an API key; the previous one stays valid for a while' })
  rotate(@CurrentUser() user: Identity, @Param('id') id: string, @Body() { overlapHours }: ApiKeyRotationDto) {
    return this.keys.rotate(user.id, id, overlapHours);
  }
}
