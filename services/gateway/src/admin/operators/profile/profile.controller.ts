import { authCalls } from '@luit/contracts/auth/messages';
import { operatorNameBody, operatorPasswordBody, operatorProfile, totpCodeBody } from '@luit/contracts/auth/operators';
import { newPasskeyBody } from '@luit/contracts/auth/passkeys';
import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { ProfileService } from './profile.service';

class NewPasskeyDto extends dtoOf(newPasskeyBody) {}
class OperatorNameDto extends dtoOf(operatorNameBody) {}
class OperatorPasswordDto extends dtoOf(operatorPasswordBody) {}
class TotpCodeDto extends dtoOf(totpCodeBody) {}

@ApiTags('admin profile')
@ApiOperatorAuth()
@Controller('api/admin/profile')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  @Get()
  @RequiresPermission('profile.read')
  @Answers(200, operatorProfile)
  @ApiOperation({ summary: 'Returns the operator’s own second factors and sessions' })
  get(@CurrentUser() admin: Identity) {
    return this.profile.get(admin);
  }

  @Patch()
  @RequiresPermission('profile.change')
  @Answers(200)
  @ApiOperation({ summary: 'Changes the operator’s own name' })
  changeName(@CurrentUser() admin: Identity, @Body() { name }: OperatorNameDto) {
    return this.profile.changeName(admin, name);
  }

  @Put('password')
  @RequiresPermission('profile.change')
  @Answers(200)
  @ApiOperation({ summary: 'Changes the operator’s own password and ends their other sessions' })
  changePassword(@CurrentUser() admin: Identity, @Body() input: OperatorPasswordDto, @Req() request: FastifyRequest) {
    return this.profile.changePassword(admin, input, request);
  }

  @Delete('sessions/:id')
  @RequiresPermission('profile.change')
  @Answers(200)
  @ApiOperation({ summary: 'Ends one of the operator’s own sessions' })
  revokeSession(@CurrentUser() admin: Identity, @Param('id') id: string) {
    return this.profile.revokeSession(admin, id);
  }

  @Post('totp')
  @RequiresPermission('second_factors.change')
  @Answers(200, authCalls.startTotp.output)
  @ApiOperation({ summary: 'Starts the setup of an authenticator app' })
  startTotp(@CurrentUser() admin: Identity) {
    return this.profile.startTotp(admin);
  }

  @Put('totp')
  @RequiresPermission('second_factors.change')
  @Answers(200, authCalls.confirmTotp.output)
  @ApiOperation({
    summary: 'Completes the setup with a first code; adding the first factor also returns recovery codes',
  })
  confirmTotp(@CurrentUser() admin: Identity, @Body() { code }: TotpCodeDto) {
    return this.profile.confirmTotp(admin, code);
  }

  @Delete('totp')
  @RequiresPermission('second_factors.change')
  @Answers(200)
  @ApiOperation({ summary: 'Removes the authenticator app' })
  removeTotp(@CurrentUser() admin: Identity) {
    return this.profile.removeTotp(admin);
  }

  @Post('passkeys/options')
  @RequiresPermission('second_factors.change')
  @Answers(200, authCalls.startPasskeyRegistration.output)
  @ApiOperation({ summary: 'Starts the registration of a passkey' })
  startPasskey(@CurrentUser() admin: Identity) {
    return this.profile.startPasskey(admin);
  }

  @Post('passkeys')
  @RequiresPermission('second_factors.change')
  @Answers(201, authCalls.registerPasskey.output)
  @ApiOperation({ summary: 'Registers a passkey; adding the first factor also returns recovery codes' })
  registerPasskey(@CurrentUser() admin: Identity, @Body() input: NewPasskeyDto) {
    return this.profile.registerPasskey(admin, input);
  }

  @Delete('passkeys/:id')
  @RequiresPermission('second_factors.change')
  @Answers(200)
  @ApiOperation({ summary: 'Removes a passkey' })
  removePasskey(@CurrentUser() admin: Identity, @Param('id') id: string) {
    return this.profile.removePasskey(admin, id);
  }

  @Post('recovery-codes')
  @RequiresPermission('second_factors.change')
  @Answers(200, authCalls.createRecoveryCodes.output)
  @ApiOperation({ summary: 'Replaces the recovery codes; they are shown once' })
  createRecoveryCodes(@CurrentUser() admin: Identity) {
    return this.profile.createRecoveryCodes(admin);
  }
}
