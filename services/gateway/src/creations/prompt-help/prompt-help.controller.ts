import { promptBody } from '@luit/contracts/generation/requests';
import { Body, Controller, Get, Ip, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { PromptHelpService } from './prompt-help.service';

class PromptDto extends dtoOf(promptBody) {}

@ApiTags('prompt help')
@Controller('api/prompt-help')
export class PromptHelpController {
  constructor(private readonly help: PromptHelpService) {}

  @Get()
  @Answers(200, { canImprove: z.boolean() })
  @ApiOperation({ summary: 'Tells whether prompts can be improved, which needs a text model' })
  get() {
    return { canImprove: this.help.canImprove() };
  }

  @Post('improve')
  @UseGuards(UserGuard, PerMinute('improvePerMinute'))
  @ApiBearerAuth('user')
  @Answers(200, { prompt: z.string() })
  @ApiOperation({ summary: 'Returns a better wording of a prompt. Sends it to the text model, and nothing is stored.' })
  async improve(@Body() { prompt }: PromptDto, @CurrentUser() { id }: Identity, @Ip() ip: string) {
    return { prompt: await this.help.improve(id, ip, prompt) };
  }
}
