import { collection, collectionBody, collectionItemsBody } from '@luit/contracts/generation/collections';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { CollectionsService } from './collections.service';

class CollectionDto extends dtoOf(collectionBody) {}
class CollectionItemsDto extends dtoOf(collectionItemsBody) {}

@ApiTags('collections')
@ApiBearerAuth('user')
@Controller('api/collections')
@UseGuards(UserGuard)
export class CollectionsController {
  constructor(private readonly collections: CollectionsService) {}

  @Get()
  @Answers(200, { collections: z.array(collection) })
  @ApiOperation({ summary: 'Lists the collections of the account by name' })
  list(@CurrentUser() user: Identity) {
    return this.collections.list(user.id);
  }

  @Post()
  @Answers(201, { collection })
  @ApiOperation({ summary: 'Creates a collection' })
  create(@CurrentUser() user: Identity, @Body() { name }: CollectionDto) {
    return this.collections.create(user.id, name);
  }

  @Patch(':id')
  @Answers(200, { collection })
  @ApiOperation({ summary: 'Renames a collection' })
  rename(@CurrentUser() user: Identity, @Param('id') id: string, @Body() { name }: CollectionDto) {
    return this.collections.rename(user.id, id, name);
  }

  @Delete(':id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Deletes a collection; its requests stay in the library' })
  remove(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.collections.remove(user.id, id);
  }

  @Post(':id/items')
  @Answers(200, { collection })
  @ApiOperation({
    summary: 'Adds requests to a collection',
    description: 'Requests that are not in the library of the account are left out.',
  })
  add(@CurrentUser() user: Identity, @Param('id') id: string, @Body() { requestIds }: CollectionItemsDto) {
    return this.collections.add(user.id, id, requestIds);
  }

  @Post(':id/removed-items')
  @Answers(200, { collection })
  @ApiOperation({ summary: 'Removes requests from a collection; they stay in the library' })
  take(@CurrentUser() user: Identity, @Param('id') id: string, @Body() { requestIds }: CollectionItemsDto) {
    return this.collections.take(user.id, id, requestIds);
  }
}
