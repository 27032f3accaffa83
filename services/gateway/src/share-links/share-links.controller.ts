import { shareLinkView } from '@luit/contracts/http/share-links';
import { Body, Controller, Delete, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, AnswersNothing } from '../http/answers';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { ShareLinkDto } from './share-links.dto';
import { ShareLinksService } from './share-links.service';

@ApiTags('sharing')
@ApiBearerAuth('user')
@Controller('api/requests/:id/share-link')
@UseGuards(UserGuard)
export class ShareLinksController {
  constructor(private readonly shareLinks: ShareLinksService) {}

  @Get()
  @Answers(200, { link: shareLinkView.nullable() })
  @ApiOperation({ summary: 'Returns the share link of a request, or null' })
  get(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.shareLinks.find(user.id, id);
  }

  @Put()
  @Answers(200, { link: shareLinkView })
  @ApiOperation({ summary: 'Creates the share link of a finished request, or changes its settings' })
  put(@CurrentUser() user: Identity, @Param('id') id: string, @Body() settings: ShareLinkDto) {
    return this.shareLinks.put(user.id, id, settings);
  }

  @Delete()
  @AnswersNothing()
  @ApiOperation({ summary: 'Revokes the share link immediately' })
  revoke(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.shareLinks.revoke(user.id, id);
  }
}
