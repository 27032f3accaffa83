import { exampleBody } from '@luit/contracts/generation/examples';
import { exampleView } from '@luit/contracts/http/examples';
import { Body, Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminExamplesService } from './admin-examples.service';

class NewExampleDto extends dtoOf(exampleBody) {}

@ApiTags('admin examples')
@ApiOperatorAuth()
@Controller('api/admin/examples')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminExamplesController {
  constructor(private readonly examples: AdminExamplesService) {}

  @Get()
  @RequiresPermission('examples.read')
  @Answers(200, { items: z.array(exampleView) })
  @ApiOperation({ summary: 'Lists all examples, latest first' })
  list() {
    return this.examples.list();
  }

  @Post()
  @RequiresPermission('examples.change')
  @Answers(201, { example: exampleView })
  @ApiOperation({ summary: 'Shows a finished video and its prompt to everyone' })
  add(@Body() input: NewExampleDto, @CurrentUser() admin: Identity) {
    return this.examples.add(input, admin);
  }

  @Delete(':requestId')
  @RequiresPermission('examples.change')
  @Answers(200)
  @ApiOperation({ summary: 'Removes a video from the examples; it stays in the library of its owner' })
  remove(@Param('requestId') requestId: string, @CurrentUser() admin: Identity) {
    return this.examples.remove(requestId, admin);
  }
}
