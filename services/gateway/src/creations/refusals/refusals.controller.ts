import { appealBody } from '@luit/contracts/generation/safety';
import { Body, Controller, Ip, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserOrGuestGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { RefusalsService } from './refusals.service';

class AppealDto extends dtoOf(appealBody) {}

@ApiTags('requests')
@ApiBearerAuth('user')
@Controller('api/safety/refusals')
@UseGuards(UserOrGuestGuard)
export class RefusalsController {
  constructor(private readonly refusals: RefusalsService) {}

  @Post(':id/appeal')
  @AnswersNothing()
  @UseGuards(PerMinute('generatePerMinute'))
  @ApiOperation({
    summary: 'Asks a person to look at the refusal of a prompt',
    description:
      'The id is `details.refusalId` of the error `refused_by_policy`. The same text again changes nothing. ' +
      'Guests do so within a day.',
  })
  appeal(
    @CurrentUser() user: Identity | undefined,
    @Ip() ip: string,
    @Param('id') id: string,
    @Body() input: AppealDto,
  ) {
    return this.refusals.appeal({ userId: user?.id ?? null, ip }, id, input);
  }
}
