import { Body, Controller, Delete, Get, HttpCode, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { ProfileDto } from './profiles.dto';
import { ProfilesService } from './profiles.service';

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth')
@UseGuards(UserGuard)
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Patch('user')
  @ApiOperation({ summary: 'Changes the name or the billing profile; null takes the billing profile away' })
  update(@Body() input: ProfileDto, @CurrentUser() user: Identity) {
    return this.profiles.update(input, user);
  }

  @Get('sessions')
  @ApiOperation({ summary: 'The devices that are signed in' })
  listSessions(@CurrentUser() user: Identity) {
    return this.profiles.listSessions(user);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Signs one device out' })
  endSession(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.profiles.endSession(id, user);
  }
}
