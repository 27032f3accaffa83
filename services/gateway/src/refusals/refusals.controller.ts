import { Body, Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnswersNothing } from '../http/answers';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { PerMinute } from '../limits/rate-limit.guard';
import { AppealDto } from './refusals.dto';
import { RefusalsService } from './refusals.service';

@ApiTags('requests')
@ApiBearerAuth('user')
@Controller('api/safety/refusals')
@UseGuards(UserGuard)
export class RefusalsController {
  constructor(private readonly refusals: RefusalsService) {}

  @Post(':id/appeal')
  @AnswersNothing()
  @UseGuards(PerMinute('generatePerMinute'))
  @ApiOperation({
    summary: 'Asks a person to look at the refusal of a prompt',
    description: 'The id is `details.refusalId` of the error `refused_by_policy`. The same text again changes nothing.',
  })
  appeal(@CurrentUser() user: Identity, @Param('id') id: string, @Body() input: AppealDto) {
    return this.refusals.appeal(user.id, id, input);
  }
}
