import { consentBody, consents } from '@luit/contracts/auth/consents';
import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { ConsentsService } from './consents.service';

class ConsentDto extends dtoOf(consentBody) {}

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth/consents')
@UseGuards(UserGuard)
export class ConsentsController {
  constructor(private readonly consents: ConsentsService) {}

  @Get()
  @Answers(200, consents)
  @ApiOperation({ summary: 'Returns which versions of notices the user agreed to' })
  get(@CurrentUser() user: Identity) {
    return this.consents.get(user);
  }

  @Put()
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @Answers(200, consents)
  @ApiOperation({ summary: 'Records that the user agrees to the current version of a notice, or withdraws' })
  change(@CurrentUser() user: Identity, @Body() consent: ConsentDto) {
    return this.consents.change(user, consent);
  }
}
