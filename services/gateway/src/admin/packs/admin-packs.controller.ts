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
  @ApiOperation({ summary: 'Lists all packs with their real savings, archived packs last' })
  list() {
    return this.packs.list();
  }

  @Post()
  @ApiOperation({ summary: 'Creates a pack, which is for sale at once' })
  create(@Body() input: NewPackDto, @CurrentUser() admin: Identity) {
    return this.packs.create(input, admin);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Updates the given fields; `archived` takes the pack off sale or restores it' })
  change(@Param('id') id: string, @Body() input: PackChangeDto, @CurrentUser() admin: Identity) {
    return this.packs.change(id, input, admin);
  }
}
