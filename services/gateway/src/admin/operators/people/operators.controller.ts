import { authCalls } from '@luit/contracts/auth/messages';
import {
  invitationAcceptanceBody,
  operator,
  operatorChangeBody,
  operatorInvitation,
  operatorInvitationBody,
} from '@luit/contracts/auth/operators';
import { Body, Controller, Delete, Get, Param, Patch, Post, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { OperatorsService } from './operators.service';

class InvitationAcceptanceDto extends dtoOf(invitationAcceptanceBody) {}
class OperatorChangeDto extends dtoOf(operatorChangeBody) {}
class OperatorInvitationDto extends dtoOf(operatorInvitationBody) {}

@ApiTags('admin operators')
@Controller('api/admin')
@DataEnvelope()
export class OperatorsController {
  constructor(private readonly operators: OperatorsService) {}

  @Get('operators')
  @RequiresPermission('operators.read')
  @Answers(200, authCalls.listOperators.output)
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Lists operators and open invitations' })
  list() {
    return this.operators.list();
  }

  @Patch('operators/:id')
  @RequiresPermission('operators.change')
  @Answers(200, { operator })
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Changes the role of an operator, or disables or enables them' })
  change(@Param('id') id: string, @Body() input: OperatorChangeDto, @CurrentUser() admin: Identity) {
    return this.operators.change(admin, id, input);
  }

  @Post('operators/:id/sign-out')
  @RequiresPermission('operators.sign_out')
  @Answers(200, { ended: z.int() })
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Ends all sessions of an operator' })
  signOut(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.operators.signOut(admin, id);
  }

  @Delete('operators/:id/second-factors')
  @RequiresPermission('operators.change')
  @Answers(200)
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Removes the second factors of an operator who has lost them, and ends their sessions' })
  resetSecondFactors(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.operators.resetSecondFactors(admin, id);
  }

  @Post('invitations')
  @RequiresPermission('operators.change')
  @Answers(201, { invitation: operatorInvitation })
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Emails an invitation, which expires after three days' })
  invite(@Body() input: OperatorInvitationDto, @CurrentUser() admin: Identity) {
    return this.operators.invite(admin, input);
  }

  @Post('invitations/:id/resend')
  @RequiresPermission('operators.change')
  @Answers(200, { invitation: operatorInvitation })
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Emails a new link; the earlier one stops working' })
  resend(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.operators.resend(admin, id);
  }

  @Delete('invitations/:id')
  @RequiresPermission('operators.change')
  @Answers(200)
  @ApiOperatorAuth()
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Revokes an invitation' })
  revoke(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.operators.revoke(admin, id);
  }

  @Post('invitations/accept')
  @Answers(200, { email: z.string() })
  @ApiOperation({ summary: 'Creates the invited operator; the link works once' })
  accept(@Body() input: InvitationAcceptanceDto, @Req() request: FastifyRequest) {
    return this.operators.accept(input, request);
  }
}
