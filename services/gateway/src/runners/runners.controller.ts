import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { generationCalls } from '@luit/contracts/generation/messages';
import { MAX_FILE_INDEX, MAX_LEASE } from '@luit/contracts/generation/runner-limits';
import {
  claimedRunnerJob,
  heartbeatBody,
  type RunnerFacts,
  type RunnerGrant,
  runnerFacts,
  runnerResultBody,
} from '@luit/contracts/generation/runners';
import { Body, Controller, Get, Head, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, AnswersFile, AnswersNothing } from '../http/answers/answers';
import { AcceptsBody } from '../http/requests/body-kind';
import { dtoOf } from '../http/requests/dto';
import { Grant, RunnerGuard } from './runner.guard';
import { RunnerClaimsService } from './runner-claims.service';
import { RunnerOutputsService } from './runner-outputs.service';
import { WholeNumberPipe } from './whole-number.pipe';

class ClaimDto extends dtoOf(runnerFacts) {}
class HeartbeatDto extends dtoOf(heartbeatBody) {}
class RunnerResultDto extends dtoOf(runnerResultBody) {}

/** What runners beside GPUs call. They open no port: claims wait here for a job. */
@ApiTags('runners')
@ApiBearerAuth('runner')
@Controller('runner/v1')
@UseGuards(RunnerGuard)
export class RunnersController {
  constructor(
    private readonly calls: CallClient,
    private readonly claims: RunnerClaimsService,
    private readonly outputs: RunnerOutputsService,
  ) {}

  @Post('claims')
  @Answers(200, { job: claimedRunnerJob })
  @ApiResponse({ status: 204, description: 'No job arrived' })
  @ApiOperation({ summary: 'Waits up to 25 s for a job' })
  @ApiBody({ type: ClaimDto })
  async claim(
    @Grant() grant: RunnerGrant,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Idle runners call all day, so their bodies are parsed once, and not by field as those of other routes.
    const facts = parseFacts(body);
    const job = await this.claims.claim(grant, facts, (listener) => reply.raw.once('close', listener));
    if (job) return { job };
    void reply.status(204);
    return undefined;
  }

  @Post('jobs/:id/heartbeat')
  @Answers(200, generationCalls.renewRunnerLease.output)
  @ApiOperation({ summary: 'Renews the lease of a job', description: '409 `stale_lease`: stop working on it.' })
  heartbeat(@Grant() { id: tokenId }: RunnerGrant, @Param('id') id: string, @Body() body: HeartbeatDto) {
    return this.calls.call(generationCalls.renewRunnerLease, { ...body, tokenId, id });
  }

  @Get('jobs/:id/files/:index')
  @AnswersFile('image/*')
  @ApiOperation({ summary: 'Downloads an input image' })
  file(
    @Grant() grant: RunnerGrant,
    @Param('id') id: string,
    @Param('index', new WholeNumberPipe(0, MAX_FILE_INDEX)) index: number,
    @Query('lease', new WholeNumberPipe(1, MAX_LEASE)) lease: number,
  ) {
    return this.outputs.openInput(grant, { id, lease }, index);
  }

  @Head('jobs/:id/output')
  @AnswersNothing()
  @ApiOperation({ summary: 'Returns in `Upload-Offset` how many bytes of the output have arrived' })
  async offset(
    @Grant() grant: RunnerGrant,
    @Param('id') id: string,
    @Query('lease', new WholeNumberPipe(1, MAX_LEASE)) lease: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.headers({ 'upload-offset': await this.outputs.offsetOf(grant, { id, lease }) });
  }

  @Put('jobs/:id/output')
  @AnswersNothing()
  @AcceptsBody('part')
  @ApiConsumes('application/offset+octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiHeader({ name: 'Upload-Offset', required: true, description: 'Where the part begins, bytes' })
  @ApiHeader({ name: 'Upload-Length', required: true, description: 'Size of the whole output, bytes' })
  @ApiHeader({ name: 'Content-Digest', required: true, description: 'SHA-256 of the part (RFC 9530)' })
  @ApiOperation({
    summary: 'Appends a part to the output of a job',
    description:
      'A part has at most 8 MB and counts as a whole. A wrong offset is answered with 409 and the offset to continue at.',
  })
  async append(
    @Grant() grant: RunnerGrant,
    @Param('id') id: string,
    @Query('lease', new WholeNumberPipe(1, MAX_LEASE)) lease: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.headers({ 'upload-offset': await this.outputs.append(grant, { id, lease }, request) });
  }

  @Post('jobs/:id/result')
  @Answers(200)
  @ApiOperation({ summary: 'Ends a job; repeats are harmless' })
  async end(@Grant() grant: RunnerGrant, @Param('id') id: string, @Body() result: RunnerResultDto) {
    await this.outputs.end(grant, id, result);
    return {};
  }
}

/** @throws LuitError `validation_failed` */
function parseFacts(body: unknown): RunnerFacts {
  const { data, error } = runnerFacts.safeParse(body);
  if (data) return data;
  const details = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
  throw new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid.', { details });
}
