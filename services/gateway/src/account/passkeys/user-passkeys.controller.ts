import {
  newPasskeyBody,
  passkey,
  passkeyNameBody,
  passkeyOptions,
  passkeyResponseBody,
} from '@luit/contracts/auth/passkeys';
import { session } from '@luit/contracts/auth/sessions';
import { Body, Controller, Delete, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { UserPasskeysService } from './user-passkeys.service';

class NewUserPasskeyDto extends dtoOf(newPasskeyBody) {}
class PasskeyNameDto extends dtoOf(passkeyNameBody) {}
class PasskeyResponseDto extends dtoOf(passkeyResponseBody) {}

@ApiTags('auth')
@Controller('api/auth/passkeys')
export class UserPasskeysController {
  constructor(private readonly passkeys: UserPasskeysService) {}

  @Post('sign-in/start')
  @Answers(200, passkeyOptions)
  @ApiOperation({ summary: 'Returns what the browser needs to use a passkey' })
  startSignIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.passkeys.startSignIn(request, reply);
  }

  @Post('sign-in')
  @Answers(200, session)
  @ApiOperation({ summary: 'Starts a session with a passkey' })
  signIn(
    @Body() { response }: PasskeyResponseDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.passkeys.signIn(response, request, reply);
  }

  @Post('confirm')
  @UseGuards(UserGuard)
  @ApiBearerAuth('user')
  @AnswersNothing()
  @ApiOperation({ summary: 'Makes the session a recent one with a passkey, as the password would' })
  confirm(@Body() { response }: PasskeyResponseDto, @CurrentUser() user: Identity, @Req() request: FastifyRequest) {
    return this.passkeys.confirm(response, user, request);
  }

  @Post('start')
  // Guards run from the last decorator to the first.
  @GrantsLastingAccess('passkey')
  @UseGuards(UserGuard, PerMinute('accountChangesPerMinute'))
  @ApiBearerAuth('user')
  @Answers(200, passkeyOptions)
  @ApiOperation({ summary: 'Returns what the browser needs to create a passkey' })
  start(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.passkeys.start(user, request, reply);
  }

  @Post()
  // Guards run from the last decorator to the first.
  @GrantsLastingAccess('passkey')
  @UseGuards(UserGuard, PerMinute('accountChangesPerMinute'))
  @ApiBearerAuth('user')
  @Answers(201, passkey)
  @ApiOperation({ summary: 'Adds a passkey to the account' })
  add(@Body() input: NewUserPasskeyDto, @CurrentUser() user: Identity, @Req() request: FastifyRequest) {
    return this.passkeys.add(input, user, request);
  }

  @Patch(':id')
  @UseGuards(UserGuard, PerMinute('accountChangesPerMinute'))
  @ApiBearerAuth('user')
  @Answers(200, passkey)
  @ApiOperation({ summary: 'Renames a passkey' })
  rename(@Param('id') id: string, @Body() { name }: PasskeyNameDto, @CurrentUser() user: Identity) {
    return this.passkeys.rename(id, name, user);
  }

  @Delete(':id')
  @UseGuards(UserGuard)
  @ApiBearerAuth('user')
  @AnswersNothing()
  @ApiOperation({ summary: 'Removes a passkey' })
  remove(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.passkeys.remove(id, user);
  }
}
