import { page } from '@luit/contracts/messages/fields';
import { bulkActionBody, bulkActionItemsQuery, bulkItem, bulkOperation } from '@luit/contracts/operations/job-actions';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdPageQuery } from '../../../http/requests/page-query';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { actionAnswer, BulkActionsService } from './bulk-actions.service';

class BulkActionDto extends dtoOf(bulkActionBody) {}
class BulkActionItemsQuery extends dtoOf(bulkActionItemsQuery) {}

const bulkAction = bulkOperation.extend({ admin_email: z.string() });

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin/bulk-actions')
@UseGuards(AdminGuard)
@DataEnvelope()
export class BulkActionsController {
  constructor(private readonly bulkActions: BulkActionsService) {}

  @Post()
  @RequiresPermission('jobs.apply_bulk')
  @Answers(200, actionAnswer)
  @ApiOperation({ summary: 'Retries, cancels or refunds exactly the jobs of a preview, once' })
  apply(@CurrentUser() admin: Operator, @Body() input: BulkActionDto) {
    return this.bulkActions.apply(admin, input);
  }

  @Get()
  @RequiresPermission('jobs.read')
  @Answers(200, page(bulkAction))
  @ApiOperation({ summary: 'Lists bulk actions with their progress, newest first' })
  list(@Query() query: IdPageQuery) {
    return this.bulkActions.list(query);
  }

  @Get(':id')
  @RequiresPermission('jobs.read')
  @Answers(200, page(bulkItem).extend({ operation: bulkAction }))
  @ApiOperation({ summary: 'Returns a bulk action and what happened to each of its jobs' })
  get(@Param('id') id: string, @Query() query: BulkActionItemsQuery) {
    return this.bulkActions.get(id, query);
  }
}
