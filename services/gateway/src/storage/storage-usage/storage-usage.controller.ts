import { generationCalls } from '@luit/contracts/generation/messages';
import { storageUsage } from '@luit/contracts/generation/storage-usage';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';

@ApiTags('requests')
@ApiBearerAuth('user')
@Controller('api/storage-usage')
@UseGuards(UserGuard)
export class StorageUsageController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @Answers(200, storageUsage)
  @ApiOperation({
    summary: 'Returns how much the videos and photos of the account take up',
    description: 'In bytes. Thumbnails and uploaded images are not counted.',
  })
  get(@CurrentUser() user: Identity) {
    return this.calls.call(generationCalls.getStorageUsage, { userId: user.id });
  }
}
