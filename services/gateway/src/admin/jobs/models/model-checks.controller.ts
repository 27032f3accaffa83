import { generationCalls } from '@luit/contracts/generation/messages';
import {
  type ModelCheck,
  modelCheck,
  readSchemaBody,
  type StoredCheck,
  tryModelBody,
} from '@luit/contracts/generation/model-checks';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { dtoOf } from '../../../http/requests/dto';
import { FileLinksService } from '../../../storage/files/file-links.service';

class ReadSchemaDto extends dtoOf(readSchemaBody) {}
class TryModelDto extends dtoOf(tryModelBody) {}

/** What operators ask vendors about models. A worker asks; the page reads the check until it has ended. */
@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/model-checks')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ModelChecksController {
  constructor(
    private readonly calls: CallClient,
    private readonly links: FileLinksService,
  ) {}

  @Post('schema')
  @RequiresPermission('prices.change')
  @Answers(201, { check: modelCheck })
  @ApiOperation({ summary: 'Reads the input schema that a vendor publishes for a model' })
  async readSchema(@Body() input: ReadSchemaDto, @CurrentUser() admin: Operator) {
    return {
      check: this.view(await this.calls.call(generationCalls.readModelSchema, { adminId: admin.id, ...input })),
    };
  }

  @Post('run')
  @RequiresPermission('prices.change')
  @Answers(201, { check: modelCheck })
  @ApiOperation({
    summary: 'Runs an entry once on one of its routes, whether or not it is published. No customer’s totals include it',
  })
  async run(@Body() input: TryModelDto, @CurrentUser() admin: Operator) {
    return { check: this.view(await this.calls.call(generationCalls.tryModel, { adminId: admin.id, ...input })) };
  }

  @Get(':id')
  @RequiresPermission('prices.read')
  @Answers(200, { check: modelCheck })
  @ApiOperation({ summary: 'Returns a check with what it has found so far' })
  async get(@Param('id') id: string) {
    return { check: this.view(await this.calls.call(generationCalls.getModelCheck, { id })) };
  }

  private view({ outputKey, ...check }: StoredCheck): ModelCheck {
    return outputKey === null ? check : { ...check, outputUrl: this.links.linkTo(outputKey) };
  }
}
