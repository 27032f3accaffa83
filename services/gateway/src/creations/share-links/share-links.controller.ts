import { shareLinkBody } from '@luit/contracts/generation/share-links';
import { shareLinkView } from '@luit/contracts/http/share-links';
import { Body, Controller, Delete, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import type { Identity } from '../../access/identities/token.strategy';
import { ShareLinksService } from './share-links.service';

class ShareLinkDto extends dtoOf(shareLinkBody) {}

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
  @GrantsLastingAccess('share_link')
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
