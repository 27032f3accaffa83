import { approval } from '@luit/contracts/billing/approvals';
import {
  createModelBody,
  listedModel,
  modelReasonBody,
  publishModelBody,
  restoreModelBody,
} from '@luit/contracts/generation/model-editor';
import { shownModel } from '@luit/contracts/http/models';
import { Body, Controller, Delete, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminModelsService } from './admin-models.service';

class CreateModelDto extends dtoOf(createModelBody) {}
class PublishModelDto extends dtoOf(publishModelBody) {}
class ModelReasonDto extends dtoOf(modelReasonBody) {}
class RestoreModelDto extends dtoOf(restoreModelBody) {}

@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/models')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminModelsController {
  constructor(private readonly models: AdminModelsService) {}

  @Get()
  @RequiresPermission('prices.read')
  @Answers(200, { items: z.array(listedModel) })
  @ApiOperation({ summary: 'Lists all models, whatever their state, with how they did in the last 24 hours' })
  list() {
    return this.models.list();
  }

  @Post()
  @RequiresPermission('prices.change')
  @Answers(201, { model: shownModel })
  @ApiOperation({ summary: 'Adds a model as a draft, which nobody is offered before it is published' })
  create(@Body() input: CreateModelDto, @CurrentUser() admin: Operator) {
    return this.models.create(input, admin);
  }

  @Get(':id')
  @RequiresPermission('prices.read')
  @Answers(200, { model: shownModel })
  @ApiOperation({ summary: 'Returns a model with its entry and its latest revisions' })
  async get(@Param('id') id: string) {
    return { model: await this.models.get(id) };
  }

  @Put(':id')
  @RequiresPermission('prices.change')
  @Answers(200, { model: shownModel, approval: approval.nullable() })
  @ApiOperation({
    summary: 'Publishes an entry of a model; accepted requests keep the revision that they were priced with',
  })
  publish(
    @Param('id') id: string,
    @Body() input: PublishModelDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.models.publish(id, input, admin, key);
  }

  @Delete(':id')
  @RequiresPermission('prices.change')
  @Answers(200)
  @ApiOperation({ summary: 'Deletes a model that was never offered, with its revisions' })
  remove(@Param('id') id: string, @Body() { reason }: ModelReasonDto, @CurrentUser() admin: Operator) {
    return this.models.remove(id, reason, admin);
  }

  @Put(':id/default')
  @RequiresPermission('prices.change')
  @Answers(200, { model: shownModel })
  @ApiOperation({ summary: 'Makes the model the default, whose prices the plans have' })
  setDefault(@Param('id') id: string, @Body() { reason }: ModelReasonDto, @CurrentUser() admin: Operator) {
    return this.models.setDefault(id, reason, admin);
  }

  @Post(':id/restore')
  @RequiresPermission('prices.change')
  @Answers(200, { model: shownModel, approval: approval.nullable() })
  @ApiOperation({ summary: 'Publishes the entry of an earlier revision again' })
  restore(
    @Param('id') id: string,
    @Body() { revision: restored, ...publication }: RestoreModelDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.models.publish(id, { restored, ...publication }, admin, key);
  }
}
