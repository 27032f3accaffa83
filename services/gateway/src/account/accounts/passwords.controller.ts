import { newPasswordBody, session } from '@luit/contracts/auth/sessions';
import { Body, Controller, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dtoOf } from '../../http/requests/dto';
import { EmailDto, LinkDto } from './accounts.dto';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, PasswordGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PasswordsService } from './passwords.service';

class NewPasswordDto extends dtoOf(newPasswordBody) {}

@ApiTags('auth')
@Controller('api/auth')
export class PasswordsController {
  constructor(private readonly passwords: PasswordsService) {}

  @Post('forgot')
  @Answers(200)
  @ApiOperation({ summary: 'Emails a password reset link that is valid for one hour' })
  forgot(@Body() input: EmailDto, @Req() request: FastifyRequest) {
    return this.passwords.forgot(input, request);
  }

  @Post('recover')
  @Answers(200, session)
  @ApiOperation({ summary: 'Exchanges the emailed link for a session that can only set a new password' })
  recover(@Body() { token }: LinkDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.passwords.recover(token, request, reply);
  }

  @Put('password')
  @Answers(200)
  @UseGuards(PasswordGuard)
  @ApiBearerAuth('user')
  @ApiOperation({ summary: 'Sets a new password and signs out all other devices' })
  set(@Body() input: NewPasswordDto, @CurrentUser() user: Identity, @Req() request: FastifyRequest) {
    return this.passwords.set(input, user, request);
  }
}
