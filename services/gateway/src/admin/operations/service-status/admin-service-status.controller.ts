import { bannerBody } from '@luit/contracts/operations/service-status';
import { Body, Controller, Delete, Get, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminServiceStatusService, adminServiceStatus } from './admin-service-status.service';

class BannerDto extends dtoOf(bannerBody) {}

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/service-status')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminServiceStatusController {
  constructor(private readonly status: AdminServiceStatusService) {}

  @Get()
  @RequiresPermission('operations.read')
  @Answers(200, adminServiceStatus)
  @ApiOperation({ summary: 'Returns the banner that creators see and whether new jobs are paused' })
  get() {
    return this.status.get();
  }

  @Put('banner')
  @RequiresPermission('service.restrict')
  @Answers(200, adminServiceStatus)
  @ApiOperation({ summary: 'Shows a banner to all creators until the given time' })
  setBanner(@CurrentUser() admin: Identity, @Body() input: BannerDto) {
    return this.status.setBanner(admin.id, input);
  }

  @Delete('banner')
  @RequiresPermission('service.restrict')
  @Answers(200, adminServiceStatus)
  @ApiOperation({ summary: 'Removes the banner' })
  removeBanner(@CurrentUser() admin: Identity) {
    return this.status.removeBanner(admin.id);
  }

  @Post('pause')
  @RequiresPermission('service.restrict')
  @Answers(200, adminServiceStatus)
  @ApiOperation({ summary: 'Stops accepting new jobs; running jobs, purchases and downloads continue' })
  pause(@CurrentUser() admin: Identity, @Body() { reason }: ReasonDto) {
    return this.status.setPaused(admin.id, true, reason);
  }

  @Post('resume')
  @RequiresPermission('service.restrict')
  @Answers(200, adminServiceStatus)
  @ApiOperation({ summary: 'Accepts new jobs again' })
  resume(@CurrentUser() admin: Identity) {
    return this.status.setPaused(admin.id, false);
  }
}
