import { quoteBody } from '@luit/contracts/http/creations';
import { dtoOf } from '../../http/requests/dto';

export class QuoteDto extends dtoOf(quoteBody) {}
