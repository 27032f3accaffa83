import { Body, Controller, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { NewPackDto, PackChangeDto } from './admin-packs.dto';
import { AdminPacksService } from './admin-packs.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/credit-packs')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminPacksController {
  constructor(private readonly packs: AdminPacksService) {}

  @Get()
  @ApiOperation({ summary: 'All packs, those no longer sold last, each with what it truly saves' })
  list() {
    return this.packs.list();
  }

  @Post()
  @ApiOperation({ summary: 'A new pack, for sale at once' })
  create(@Body() input: NewPackDto, @CurrentUser() admin: Identity) {
    return this.packs.create(input, admin);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Changes what is named; `archived` takes it off sale, or back' })
  change(@Param('id') id: string, @Body() input: PackChangeDto, @CurrentUser() admin: Identity) {
    return this.packs.change(id, input, admin);
  }
}
