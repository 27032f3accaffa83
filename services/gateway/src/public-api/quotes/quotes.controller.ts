import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { quote } from './quote';
import { QuoteDto } from './quotes.dto';
import { QuotesService } from './quotes.service';

@ApiTags('public api')
@Controller('v1/quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Post()
  @Answers(200, quote)
  @PublicApiRoute('videos:read', 'Returns what videos, images or a restoration would cost now; nothing is reserved')
  create(@Req() { user }: ApiRequest, @Body() input: QuoteDto) {
    return this.quotes.quote(user!, input);
  }
}
