import { derivedFilesView } from '@luit/contracts/http/derived-files';
import { Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { DerivedFilesService } from './derived-files.service';

@ApiTags('files')
@ApiBearerAuth('user')
@Controller('api/requests/:id/derived-files')
@UseGuards(UserGuard)
export class DerivedFilesController {
  constructor(private readonly derivedFiles: DerivedFilesService) {}

  @Get()
  @Answers(200, { derived: derivedFilesView.nullable() })
  @ApiOperation({ summary: 'Returns the small and the animated version of a video, or null if no one asked for them' })
  get(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.derivedFiles.find(user.id, id);
  }

  @Put()
  @Answers(200, { derived: derivedFilesView })
  @ApiOperation({
    summary: 'Has the small and the animated version of a finished video made',
    description: 'They take some seconds. Repeated calls change nothing, and try again what failed.',
  })
  request(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.derivedFiles.request(user.id, id);
  }
}
