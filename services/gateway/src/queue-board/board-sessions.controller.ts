import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataEnvelope } from '../http/envelope.interceptor';
import { AdminGuard } from '../identities/identity.guards';
import { BOARD_PATH, openBoard } from './queue-board';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/queues')
@UseGuards(AdminGuard)
@DataEnvelope()
export class BoardSessionsController {
  @Post('board-session')
  @HttpCode(200)
  @ApiOperation({ summary: 'Opens the board of raw queues to this browser, for as long as the login lasts' })
  open(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    openBoard(request, reply);
    return { url: BOARD_PATH };
  }
}
