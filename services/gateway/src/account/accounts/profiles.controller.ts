import { deviceSession } from '@luit/contracts/auth/sessions';
import { profileBody, user } from '@luit/contracts/auth/users';
import { Body, Controller, Delete, Get, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { ProfilesService } from './profiles.service';

class ProfileDto extends dtoOf(profileBody) {}

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth')
@UseGuards(UserGuard)
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Patch('user')
  @Answers(200, { user })
  @ApiOperation({ summary: 'Updates the name, the language or the billing profile; null removes the billing profile' })
  update(@Body() input: ProfileDto, @CurrentUser() user: Identity) {
    return this.profiles.update(input, user);
  }

  @Get('sessions')
  @Answers(200, { sessions: z.array(deviceSession) })
  @ApiOperation({ summary: 'Lists the signed-in devices' })
  listSessions(@CurrentUser() user: Identity) {
    return this.profiles.listSessions(user);
  }

  @Delete('sessions/:id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Signs out one device' })
  endSession(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.profiles.endSession(id, user);
  }
}
